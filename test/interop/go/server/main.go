// The interop server of grpc-go, on three transports: grpc-go's own HTTP/2, the same under TLS, and Go's net/http
// under TLS. What is added to the service is compression, which the service of this version knows nothing of.
package main

import (
	"context"
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	_ "google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/interop"
	testpb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

func main() {
	certFile := flag.String("cert", "", "the certificate of TLS, a file in PEM")
	keyFile := flag.String("key", "", "its key")
	flag.Parse()
	certificate, err := tls.LoadX509KeyPair(*certFile, *keyFile)
	if err != nil {
		log.Fatal(err)
	}

	plain, secure, web := listen(), listen(), listen()
	go serve(plain)
	go serve(secure, grpc.Creds(credentials.NewServerTLSFromCert(&certificate)))
	go serveWeb(web, certificate)
	fmt.Printf(`{"go":%d,"go-tls":%d,"go-http-tls":%d,"version":"%s"}`+"\n", portOf(plain), portOf(secure), portOf(web), grpc.Version)
	select {}
}

func listen() net.Listener {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	return listener
}

func portOf(listener net.Listener) int { return listener.Addr().(*net.TCPAddr).Port }

func newServer(options ...grpc.ServerOption) *grpc.Server {
	server := grpc.NewServer(append(options, grpc.StatsHandler(observer{}))...)
	testpb.RegisterTestServiceServer(server, &service{TestServiceServer: interop.NewTestServer()})
	return server
}

func serve(listener net.Listener, options ...grpc.ServerOption) {
	log.Fatal(newServer(options...).Serve(listener))
}

func serveWeb(listener net.Listener, certificate tls.Certificate) {
	server := http.Server{Handler: newServer(), TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}}}
	log.Fatal(server.ServeTLS(listener, "", ""))
}

// What came last on a call.
type last struct{ isCompressed bool }

type lastKey struct{}

// Notes of each request whether it was compressed: what its length on the wire tells.
type observer struct{}

const frameHeader = 5

func (observer) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context {
	return context.WithValue(ctx, lastKey{}, &last{})
}

func (observer) HandleRPC(ctx context.Context, event stats.RPCStats) {
	if in, ok := event.(*stats.InPayload); ok {
		ctx.Value(lastKey{}).(*last).isCompressed = in.WireLength != in.Length+frameHeader
	}
}

func (observer) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

func (observer) HandleConn(context.Context, stats.ConnStats) {}

type service struct {
	testpb.TestServiceServer
}

func (s *service) UnaryCall(ctx context.Context, in *testpb.SimpleRequest) (*testpb.SimpleResponse, error) {
	if err := check(ctx, in, 8); err != nil {
		return nil, err
	}
	return s.TestServiceServer.UnaryCall(ctx, in)
}

func (s *service) StreamingInputCall(stream testpb.TestService_StreamingInputCallServer) error {
	sum := 0
	for {
		in, err := stream.Recv()
		if err == io.EOF {
			return stream.SendAndClose(&testpb.StreamingInputCallResponse{AggregatedPayloadSize: int32(sum)})
		}
		if err != nil {
			return err
		}
		if err := check(stream.Context(), in, 2); err != nil {
			return err
		}
		sum += len(in.GetPayload().GetBody())
	}
}

// Refuses a request that says of itself, in a field that this version does not know, how it was to be sent and was not.
func check(ctx context.Context, in proto.Message, field protowire.Number) error {
	expected, isGiven := boolValue(in.ProtoReflect().GetUnknown(), field)
	if isGiven && expected != ctx.Value(lastKey{}).(*last).isCompressed {
		return status.Errorf(codes.InvalidArgument, "expected compressed: %v, which the request was not", expected)
	}
	return nil
}

// The BoolValue of a field.
func boolValue(fields []byte, wanted protowire.Number) (value bool, isGiven bool) {
	for len(fields) > 0 {
		number, kind, length := protowire.ConsumeTag(fields)
		if length < 0 {
			return false, false
		}
		content := fields[length:]
		size := protowire.ConsumeFieldValue(number, kind, content)
		if size < 0 {
			return false, false
		}
		if number == wanted && kind == protowire.BytesType {
			message, _ := protowire.ConsumeBytes(content)
			return len(message) == 2 && message[1] == 1, true
		}
		fields = content[size:]
	}
	return false, false
}
