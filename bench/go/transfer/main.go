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
)

const maxBytes = 1 << 30

// Messages are bytes that were encoded before.
type rawCodec struct{}

func (rawCodec) Marshal(v interface{}) ([]byte, error)   { return *v.(*[]byte), nil }
func (rawCodec) Unmarshal(b []byte, v interface{}) error { *v.(*[]byte) = b; return nil }
func (rawCodec) Name() string                            { return "raw" }
func (rawCodec) String() string                          { return "raw" }

// ReadConsoleResponse with bytes in its field 2. A request of that size is not read as a message.
func message(size int) []byte {
	head := []byte{18}
	for rest := size; ; rest >>= 7 {
		if rest < 128 {
			head = append(head, byte(rest))
			break
		}
		head = append(head, byte(rest&127|128))
	}
	return append(head, make([]byte, size)...)
}

func serve(pieces, size int) {
	piece := message(size)
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
	server := grpc.NewServer(grpc.CustomCodec(rawCodec{}), grpc.UnknownServiceHandler(handler),
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
	options := grpc.WithDefaultCallOptions(grpc.ForceCodec(rawCodec{}), grpc.MaxCallRecvMsgSize(maxBytes),
		grpc.MaxCallSendMsgSize(maxBytes))
	connection, err := grpc.Dial(address, grpc.WithInsecure(), grpc.WithBlock(), options)
	check(err)
	request := []byte{}
	if isUp {
		request = message(size)
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
