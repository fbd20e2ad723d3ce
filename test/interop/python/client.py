"""The cases of gRPC's interop tests by grpc-core's client, against a server of ours.

client.py ADDRESS CERTIFICATE prints a line of JSON for each case; without TLS where CERTIFICATE is "-".
"""

import json
import sys
import threading
import traceback
from concurrent import futures

import grpc

import empty_pb2
import messages_pb2 as m

SERVICE = "/grpc.testing.TestService/"
INITIAL = ("x-grpc-test-echo-initial", "test_initial_metadata_value")
TRAILING = ("x-grpc-test-echo-trailing-bin", b"\xab\xab\xab")
REQUEST_SIZES = (27182, 8, 1828, 45904)
RESPONSE_SIZES = (31415, 9, 2653, 58979)
SPECIAL = "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n"


class Stub:
    def __init__(self, channel):
        def serialize(request):
            return request.SerializeToString()

        self.empty = channel.unary_unary(SERVICE + "EmptyCall", serialize, empty_pb2.Empty.FromString)
        self.unary = channel.unary_unary(SERVICE + "UnaryCall", serialize, m.SimpleResponse.FromString)
        self.output = channel.unary_stream(
            SERVICE + "StreamingOutputCall", serialize, m.StreamingOutputCallResponse.FromString
        )
        self.input = channel.stream_unary(
            SERVICE + "StreamingInputCall", serialize, m.StreamingInputCallResponse.FromString
        )
        self.duplex = channel.stream_stream(
            SERVICE + "FullDuplexCall", serialize, m.StreamingOutputCallResponse.FromString
        )
        self.unimplemented = channel.unary_unary(
            SERVICE + "UnimplementedCall", serialize, empty_pb2.Empty.FromString
        )
        self.unknown = channel.unary_unary(
            "/grpc.testing.UnimplementedService/UnimplementedCall", serialize, empty_pb2.Empty.FromString
        )


def payload(size):
    return m.Payload(body=bytes(size))


def parameters(*sizes, interval_us=0):
    return [m.ResponseParameters(size=size, interval_us=interval_us) for size in sizes]


def large():
    return m.SimpleRequest(response_size=314159, payload=payload(271828))


def expect(got, want):
    assert got == want, f"{got!r} is not {want!r}"


def expect_error(call, code, text=None):
    try:
        call()
    except grpc.RpcError as error:
        expect(error.code(), code)
        if text is not None:
            expect(error.details(), text)
    else:
        raise AssertionError("the call succeeded")


def empty_unary(stub):
    expect(stub.empty(empty_pb2.Empty()), empty_pb2.Empty())


def large_unary(stub):
    expect(len(stub.unary(large()).payload.body), 314159)


def client_streaming(stub):
    requests = (m.StreamingInputCallRequest(payload=payload(size)) for size in REQUEST_SIZES)
    expect(stub.input(requests).aggregated_payload_size, 74922)


def server_streaming(stub):
    request = m.StreamingOutputCallRequest(response_parameters=parameters(*RESPONSE_SIZES))
    expect(tuple(len(answer.payload.body) for answer in stub.output(request)), RESPONSE_SIZES)


def ping_pong(stub):
    turn = threading.Semaphore(1)

    def requests():
        for sent, wanted in zip(REQUEST_SIZES, RESPONSE_SIZES):
            turn.acquire()
            yield m.StreamingOutputCallRequest(payload=payload(sent), response_parameters=parameters(wanted))

    got = []
    for answer in stub.duplex(requests()):
        got.append(len(answer.payload.body))
        turn.release()
    expect(tuple(got), RESPONSE_SIZES)


def empty_stream(stub):
    expect(list(stub.duplex(iter(()))), [])


def custom_metadata(stub):
    metadata = (INITIAL, TRAILING)
    _, unary = stub.unary.with_call(large(), metadata=metadata)
    duplex = stub.duplex(
        iter([m.StreamingOutputCallRequest(response_parameters=parameters(314159))]), metadata=metadata
    )
    expect(len(list(duplex)), 1)
    for call in (unary, duplex):
        assert INITIAL in [tuple(pair) for pair in call.initial_metadata()]
        assert TRAILING in [tuple(pair) for pair in call.trailing_metadata()]


def status_code_and_message(stub):
    status = m.EchoStatus(code=2, message="test status message")
    unknown = grpc.StatusCode.UNKNOWN
    expect_error(lambda: stub.unary(m.SimpleRequest(response_status=status)), unknown, status.message)
    request = m.StreamingOutputCallRequest(response_status=status)
    expect_error(lambda: list(stub.duplex(iter([request]))), unknown, status.message)


def special_status_message(stub):
    request = m.SimpleRequest(response_status=m.EchoStatus(code=2, message=SPECIAL))
    expect_error(lambda: stub.unary(request), grpc.StatusCode.UNKNOWN, SPECIAL)


def unimplemented_method(stub):
    expect_error(lambda: stub.unimplemented(empty_pb2.Empty()), grpc.StatusCode.UNIMPLEMENTED)


def unimplemented_service(stub):
    expect_error(lambda: stub.unknown(empty_pb2.Empty()), grpc.StatusCode.UNIMPLEMENTED)


def cancel_after_begin(stub):
    stop = threading.Event()

    def requests():
        stop.wait()
        yield from ()

    call = stub.input.future(requests())
    call.cancel()
    stop.set()
    expect(call.code(), grpc.StatusCode.CANCELLED)


def cancel_after_first_response(stub):
    stop = threading.Event()

    def requests():
        yield m.StreamingOutputCallRequest(payload=payload(27182), response_parameters=parameters(31415))
        stop.wait()

    call = stub.duplex(requests())
    expect(len(next(call).payload.body), 31415)
    call.cancel()
    stop.set()
    expect_error(lambda: next(call), grpc.StatusCode.CANCELLED)


def timeout_on_sleeping_server(stub):
    request = m.StreamingOutputCallRequest(response_parameters=parameters(10, 10, interval_us=1000000))
    call = stub.duplex(iter([request]), timeout=0.1)
    expect_error(lambda: list(call), grpc.StatusCode.DEADLINE_EXCEEDED)


def concurrent_large_unary(stub):
    with futures.ThreadPoolExecutor(max_workers=100) as pool:
        for done in [pool.submit(large_unary, stub) for _ in range(1000)]:
            done.result()


def rpc_soak(stub):
    for _ in range(200):
        large_unary(stub)


def client_compressed_unary(stub):
    expect(len(stub.unary(large(), compression=grpc.Compression.Gzip).payload.body), 314159)


def client_compressed_streaming(stub):
    requests = (m.StreamingInputCallRequest(payload=payload(size)) for size in (27182, 45904))
    expect(stub.input(requests, compression=grpc.Compression.Gzip).aggregated_payload_size, 73086)


CASES = (
    empty_unary, large_unary, concurrent_large_unary, rpc_soak, client_streaming, server_streaming, ping_pong,
    empty_stream, custom_metadata, status_code_and_message, special_status_message, unimplemented_method,
    unimplemented_service, cancel_after_begin, cancel_after_first_response, timeout_on_sleeping_server,
    client_compressed_unary, client_compressed_streaming,
)  # fmt: skip


def open_channel(address, certificate):
    if certificate == "-":
        return grpc.insecure_channel(address)
    with open(certificate, "rb") as file:
        return grpc.secure_channel(address, grpc.ssl_channel_credentials(file.read()))


def main():
    for case in CASES:
        with open_channel(*sys.argv[1:3]) as channel:
            try:
                case(Stub(channel))
                error = None
            except Exception:
                error = traceback.format_exc().strip().splitlines()[-1]
        print(json.dumps({"name": case.__name__, "error": error}), flush=True)


main()
