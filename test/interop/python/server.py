"""The service of gRPC's interop tests on grpc-core: the service is ours, the transport is not.

server.py CERTIFICATE KEY listens without TLS and with it, and prints the ports. The Python code of the protos is
found through PYTHONPATH.
"""

import json
import sys
import time
from concurrent import futures

import grpc

import empty_pb2
import messages_pb2

SERVICE = "grpc.testing.TestService"
INITIAL = "x-grpc-test-echo-initial"
TRAILING = "x-grpc-test-echo-trailing-bin"


def echo(context):
    """Gives back the two headers that the tests send."""
    sent = dict(context.invocation_metadata())
    if INITIAL in sent:
        context.send_initial_metadata(((INITIAL, sent[INITIAL]),))
    if TRAILING in sent:
        context.set_trailing_metadata(((TRAILING, sent[TRAILING]),))


def end_with(context, request):
    """Ends the call with the status that the request asks for."""
    wanted = request.response_status
    if wanted.code == 0:
        return
    code = next(code for code in grpc.StatusCode if code.value[0] == wanted.code)
    context.abort(code, wanted.message)


def payload(size):
    return messages_pb2.Payload(body=bytes(size))


def empty_call(request, context):
    return empty_pb2.Empty()


def unary_call(request, context):
    if request.response_compressed.value:
        context.set_compression(grpc.Compression.Gzip)
    echo(context)
    end_with(context, request)
    return messages_pb2.SimpleResponse(payload=payload(request.response_size))


def answers(request, context):
    end_with(context, request)
    for parameters in request.response_parameters:
        if parameters.interval_us > 0:
            time.sleep(parameters.interval_us / 1e6)
        if not parameters.compressed.value:
            context.disable_next_message_compression()
        yield messages_pb2.StreamingOutputCallResponse(payload=payload(parameters.size))


def streaming_output_call(request, context):
    if any(parameters.compressed.value for parameters in request.response_parameters):
        context.set_compression(grpc.Compression.Gzip)
    yield from answers(request, context)


def streaming_input_call(requests, context):
    size = sum(len(request.payload.body) for request in requests)
    return messages_pb2.StreamingInputCallResponse(aggregated_payload_size=size)


def full_duplex_call(requests, context):
    echo(context)
    for request in requests:
        yield from answers(request, context)


def methods():
    """UnimplementedCall has no handler: grpc-core answers it."""
    m = messages_pb2
    unary, stream = grpc.unary_unary_rpc_method_handler, grpc.unary_stream_rpc_method_handler
    gather, duplex = grpc.stream_unary_rpc_method_handler, grpc.stream_stream_rpc_method_handler
    rows = {
        "EmptyCall": (unary, empty_call, empty_pb2.Empty),
        "UnaryCall": (unary, unary_call, m.SimpleRequest),
        "StreamingOutputCall": (stream, streaming_output_call, m.StreamingOutputCallRequest),
        "StreamingInputCall": (gather, streaming_input_call, m.StreamingInputCallRequest),
        "FullDuplexCall": (duplex, full_duplex_call, m.StreamingOutputCallRequest),
    }
    return {
        name: make(handle, request_deserializer=request.FromString, response_serializer=lambda r: r.SerializeToString())
        for name, (make, handle, request) in rows.items()
    }


def main():
    certificate, key = (open(path, "rb").read() for path in sys.argv[1:3])
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=32))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, methods()),))
    plain = server.add_insecure_port("127.0.0.1:0")
    secure = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([(key, certificate)]))
    server.start()
    print(json.dumps({"core": plain, "core-tls": secure, "version": grpc.__version__}), flush=True)
    server.wait_for_termination()


main()
