"""Servers that use HTTP/2 in ways that are allowed and rare, on the library h2. Each case has a port of its own.

negative.py prints the ports, and when a connection ends what it saw there: one line of JSON each.
"""

import collections
import json
import socket
import sys
import threading
import time

import h2
import h2.config
import h2.connection
import h2.events
import h2.exceptions
import h2.settings

import messages_pb2

HEADERS = ((":status", "200"), ("content-type", "application/grpc"))
TRAILERS = (("grpc-status", "0"),)
PRINTING = threading.Lock()


def say(facts):
    with PRINTING:
        print(json.dumps(facts), flush=True)


def framed(message):
    content = message.SerializeToString()
    return b"\0" + len(content).to_bytes(4, "big") + content


class Connection:
    """One connection; what a case does differently is a method of a subclass."""

    def __init__(self, accepted):
        self.socket = accepted
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.requests = collections.defaultdict(bytearray)
        self.answers = {}
        self.facts = {"case": type(self).__name__, "calls": 0, "acks": [], "most": 0, "resets": 0}
        self.running = set()

    def serve(self):
        self.h2.initiate_connection()
        try:
            self.flush()
            while received := self.socket.recv(65536):
                for event in self.h2.receive_data(received):
                    self.handle(event)
                self.send_what_fits()
                self.flush()
        except (OSError, h2.exceptions.ProtocolError) as error:
            self.facts["error"] = str(error)
        say(self.facts)

    def flush(self):
        self.socket.sendall(self.h2.data_to_send())

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            self.running.add(event.stream_id)
            self.facts["most"] = max(self.facts["most"], len(self.running))
        elif isinstance(event, h2.events.DataReceived):
            self.requests[event.stream_id] += event.data
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            self.facts["calls"] += 1
            request = messages_pb2.SimpleRequest.FromString(bytes(self.requests.pop(event.stream_id)[5:]))
            payload = messages_pb2.Payload(body=bytes(request.response_size))
            self.answer(event.stream_id, framed(messages_pb2.SimpleResponse(payload=payload)))
        elif isinstance(event, h2.events.StreamReset):
            self.facts["resets"] += 1
            self.answers.pop(event.stream_id, None)
            self.running.discard(event.stream_id)
        elif isinstance(event, h2.events.PingAckReceived):
            self.facts["acks"].append(event.ping_data.decode())

    def answer(self, stream, content):
        """Answers properly."""
        self.h2.send_headers(stream, HEADERS)
        self.answers[stream] = content

    def send_what_fits(self):
        for stream in list(self.answers):
            self.send_data(stream)
            if not self.answers[stream]:
                del self.answers[stream]
                self.end(stream)

    def send_data(self, stream):
        while self.answers[stream]:
            size = min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size)
            if size <= 0:
                return
            self.h2.send_data(stream, self.answers[stream][:size])
            self.answers[stream] = self.answers[stream][size:]

    def end(self, stream):
        self.h2.send_headers(stream, TRAILERS, end_stream=True)
        self.running.discard(stream)


class goaway(Connection):
    """Sends GOAWAY after each call."""

    def end(self, stream):
        super().end(stream)
        self.h2.close_connection(last_stream_id=stream)
        self.flush()


class rst_after_header(Connection):
    def answer(self, stream, content):
        self.h2.send_headers(stream, HEADERS)
        self.h2.reset_stream(stream)


class rst_during_data(Connection):
    def answer(self, stream, content):
        self.h2.send_headers(stream, HEADERS)
        self.h2.send_data(stream, content[: len(content) // 2])
        self.h2.reset_stream(stream)


class rst_after_data(Connection):
    def answer(self, stream, content):
        self.h2.send_headers(stream, HEADERS)
        self.h2.send_data(stream, content)
        self.h2.reset_stream(stream)


class ping(Connection):
    """Sends PING between all frames of a response."""

    def answer(self, stream, content):
        self.h2.ping(b"before  ")
        super().answer(stream, content)
        self.h2.ping(b"headers ")

    def end(self, stream):
        self.h2.ping(b"data    ")
        super().end(stream)
        self.h2.ping(b"trailers")


class max_streams(Connection):
    """Allows one call at a time, from the first call on; each takes a moment."""

    def answer(self, stream, content):
        if self.facts["calls"] == 1:
            self.h2.update_settings({h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: 1})
            self.facts["most"] = 0
        self.flush()
        time.sleep(0.01)
        super().answer(stream, content)


class data_frame_padding(Connection):
    """Pads all data, which counts for flow control."""

    def send_data(self, stream):
        while self.answers[stream]:
            if self.h2.local_flow_control_window(stream) < 1256:
                return
            self.h2.send_data(stream, self.answers[stream][:1000], pad_length=255)
            self.answers[stream] = self.answers[stream][1000:]


CASES = (goaway, rst_after_header, rst_during_data, rst_after_data, ping, max_streams, data_frame_padding)


def listen(case):
    server = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            accepted, _ = server.accept()
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=case(accepted).serve, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]


ports = {case.__name__: listen(case) for case in CASES}
say({**ports, "version": h2.__version__})
sys.stdin.read()
