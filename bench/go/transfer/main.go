// Moves bytes by grpc-go: a server, and a client that prints how long a transfer took, in milliseconds.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protowire"
)

const maxBytes = 1 << 30

// Copies the bytes of a message into its encoded form and out of it, as generated code does.
type bytesCodec struct{}

func (bytesCodec) Marshal(v interface{}) ([]byte, error) {
	data := *v.(*[]byte)
	encoded := make([]byte, 0, protowire.SizeTag(dataField)+protowire.SizeBytes(len(data)))
	return protowire.AppendBytes(protowire.AppendTag(encoded, dataField, protowire.BytesType), data), nil
}

func (bytesCodec) Unmarshal(encoded []byte, v interface{}) error {
	for len(encoded) > 0 {
		number, kind, length := protowire.ConsumeTag(encoded)
		if length < 0 {
			return protowire.ParseError(length)
		}
		encoded = encoded[length:]
		if number == dataField && kind == protowire.BytesType {
			data, length := protowire.ConsumeBytes(encoded)
			if length < 0 {
				return protowire.ParseError(length)
			}
			*v.(*[]byte) = append([]byte(nil), data...)
			encoded = encoded[length:]
			continue
		}
		skipped := protowire.ConsumeFieldValue(number, kind, encoded)
		if skipped < 0 {
			return protowire.ParseError(skipped)
		}
		encoded = encoded[skipped:]
	}
	return nil
}
func (bytesCodec) Name() string   { return "bytes" }
func (bytesCodec) String() string { return "bytes" }

// The number of the bytes in ReadConsoleResponse.
const dataField = 2

// Does not decode requests, so that the server costs all clients the same.
type serverCodec struct{ bytesCodec }

func (serverCodec) Unmarshal(encoded []byte, v interface{}) error { *v.(*[]byte) = encoded; return nil }

func serve(pieces, size int) {
	piece := make([]byte, size)
	handler := func(_ interface{}, stream grpc.ServerStream) error {
		var request []byte
		if err := stream.RecvMsg(&request); err != nil {
			return err
		}
		method, _ := grpc.MethodFromServerStream(stream)
		if method != os.Args[4] {
			return stream.SendMsg(&[]byte{})
		}
		for i := 0; i < pieces; i++ {
			if err := stream.SendMsg(&piece); err != nil {
				return err
			}
		}
		return nil
	}
	server := grpc.NewServer(grpc.CustomCodec(serverCodec{}), grpc.UnknownServiceHandler(handler),
		grpc.MaxRecvMsgSize(maxBytes))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Println(listener.Addr())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	check(server.Serve(listener))
}

func call(address, path string, size int, isUp bool) {
	options := grpc.WithDefaultCallOptions(grpc.ForceCodec(bytesCodec{}), grpc.MaxCallRecvMsgSize(maxBytes),
		grpc.MaxCallSendMsgSize(maxBytes))
	connection, err := grpc.Dial(address, grpc.WithInsecure(), grpc.WithBlock(), options)
	check(err)
	request := []byte{}
	if isUp {
		request = make([]byte, size)
	}
	start := time.Now()
	stream, err := connection.NewStream(context.Background(), &grpc.StreamDesc{ServerStreams: true}, path)
	check(err)
	check(stream.SendMsg(&request))
	check(stream.CloseSend())
	for {
		var reply []byte
		if err := stream.RecvMsg(&reply); err == io.EOF {
			break
		} else {
			check(err)
		}
	}
	fmt.Println(float64(time.Since(start).Microseconds()) / 1000)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Arguments: "serve", messages, their size, the path of the stream; or "up" or "down", the address, the path, a size.
func main() {
	if os.Args[1] == "serve" {
		pieces, _ := strconv.Atoi(os.Args[2])
		size, _ := strconv.Atoi(os.Args[3])
		serve(pieces, size)
		return
	}
	size, _ := strconv.Atoi(os.Args[4])
	call(os.Args[2], os.Args[3], size, os.Args[1] == "up")
}
