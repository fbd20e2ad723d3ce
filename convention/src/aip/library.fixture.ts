/** A small API that follows AIP, for tests: books on shelves, with everything that the convention reads. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const googleFiles = join(
  dirname(fileURLToPath(import.meta.url)),
  "../../../node_modules/google-gax/build/protos",
);

const googlePaths = [
  "google/api/annotations.proto",
  "google/api/client.proto",
  "google/api/field_behavior.proto",
  "google/api/field_info.proto",
  "google/api/http.proto",
  "google/api/launch_stage.proto",
  "google/api/resource.proto",
  "google/api/routing.proto",
  "google/longrunning/operations.proto",
  "google/rpc/status.proto",
];

/** The API's own file. */
export const libraryProto = `
syntax = "proto3";
package library.v1;
import "google/api/annotations.proto";
import "google/api/client.proto";
import "google/api/field_behavior.proto";
import "google/api/field_info.proto";
import "google/api/resource.proto";
import "google/api/routing.proto";
import "google/longrunning/operations.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/timestamp.proto";

option (google.api.resource_definition) = { type: "library.example.com/Library" pattern: "libraries/{library}" };

service Library {
  option (google.api.default_host) = "library.example.com";
  option (google.api.oauth_scopes) = "https://www.example.com/auth/read, https://www.example.com/auth/write";
  rpc GetBook(GetBookRequest) returns (Book) {
    option (google.api.http) = { get: "/v1/{name=shelves/*/books/*}" additional_bindings { get: "/v1/{view_of=**}:x" } };
  }
  rpc ListBooks(ListBooksRequest) returns (ListBooksResponse) {
    option (google.api.http) = { get: "/v1/{parent=shelves/*}/books" };
  }
  rpc CreateBook(CreateBookRequest) returns (Book) {
    option (google.api.http) = { post: "/v1/{parent=shelves/*}/books" body: "book" };
  }
  rpc UpdateBook(UpdateBookRequest) returns (Book) {
    option (google.api.http) = { patch: "/v1/{book.name=shelves/*/books/*}" body: "book" };
  }
  rpc DeleteBook(DeleteBookRequest) returns (google.protobuf.Empty) {
    option (google.api.http) = { delete: "/v1/{name=shelves/*/books/*}" };
  }
  rpc UndeleteBook(UndeleteBookRequest) returns (Book) {
    option (google.api.http) = { post: "/v1/{name=shelves/*/books/*}:undelete" body: "*" };
  }
  rpc MoveBook(MoveBookRequest) returns (Book) {
    option (google.api.routing) = {
      routing_parameters { field: "name" path_template: "{shelf=shelves/*}/**" }
      routing_parameters { field: "to" path_template: "{shelf=shelves/*}" }
      routing_parameters { field: "to" }
    };
    option (google.api.http) = { post: "/v1/{name=shelves/*/books/*}:move" body: "*" };
  }
  rpc Quiet(MoveBookRequest) returns (Book) {
    option (google.api.routing) = {};
    option (google.api.http) = { post: "/v1/{name=shelves/*/books/*}:quiet" body: "*" };
  }
  rpc Chat(stream MoveBookRequest) returns (Book) {
    option (google.api.http) = { post: "/v1/{name=shelves/*/books/*}:chat" body: "*" };
  }
}

service Shelves {
  option (google.api.default_host) = "library.example.com";
  rpc GetShelf(GetShelfRequest) returns (Shelf) { option (google.api.http) = { get: "/v1/{name=shelves/*}" }; }
  rpc ListShelves(ListShelvesRequest) returns (ListShelvesResponse) {}
  rpc CreateShelf(CreateShelfRequest) returns (google.longrunning.Operation) {
    option (google.longrunning.operation_info) = { response_type: "Shelf" metadata_type: "ShelfProgress" };
  }
  rpc UpdateShelf(UpdateShelfRequest) returns (google.longrunning.Operation) {
    option (google.api.http) = { patch: "/v1/{shelf.name=shelves/*}" body: "shelf" };
    option (google.longrunning.operation_info) = { response_type: "Shelf" metadata_type: "ShelfProgress" };
  }
}

// A book.
message Book {
  option (google.api.resource) = {
    type: "library.example.com/Book" pattern: "shelves/{shelf}/books/{book}" plural: "books" singular: "book"
  };
  string name = 1 [(google.api.field_behavior) = IDENTIFIER];
  string title = 2 [(google.api.field_behavior) = REQUIRED];
  string author = 3;
  map<string, string> labels = 4;
  repeated string tags = 5;
  Print print = 6;
  string etag = 7;
  google.protobuf.Timestamp create_time = 8 [(google.api.field_behavior) = OUTPUT_ONLY];
  string uid = 9 [(google.api.field_behavior) = OUTPUT_ONLY, (google.api.field_info).format = UUID4];
  oneof owner { string reader = 10; Print printer = 11; }
  optional int32 pages = 12;
  string isbn = 13 [(google.api.field_behavior) = IMMUTABLE];
  map<string, Print> prints = 14;
  google.protobuf.Timestamp delete_time = 15 [(google.api.field_behavior) = OUTPUT_ONLY];
}

message Print { string house = 1; int32 year = 2; repeated Print next = 3; Print inside = 4; }

message Shelf {
  option (google.api.resource) = { type: "library.example.com/Shelf" pattern: "shelves/{shelf}" plural: "shelves" singular: "shelf" };
  string name = 1 [(google.api.field_behavior) = OUTPUT_ONLY];
  string theme = 2;
}
message ShelfProgress { int32 percent = 1; }

message GetBookRequest {
  string name = 1 [(google.api.field_behavior) = REQUIRED, (google.api.resource_reference).type = "library.example.com/Book"];
  string view_of = 2;
}
message ListBooksRequest {
  string parent = 1 [(google.api.field_behavior) = REQUIRED, (google.api.resource_reference).child_type = "library.example.com/Book"];
  int32 page_size = 2; string page_token = 3; string filter = 4; bool show_deleted = 5;
}
message ListBooksResponse { repeated Book books = 1; string next_page_token = 2; }
message CreateBookRequest {
  string parent = 1 [(google.api.field_behavior) = REQUIRED];
  string book_id = 2;
  Book book = 3 [(google.api.field_behavior) = REQUIRED];
  string request_id = 4 [(google.api.field_info).format = UUID4];
}
message UpdateBookRequest {
  Book book = 1 [(google.api.field_behavior) = REQUIRED];
  google.protobuf.FieldMask update_mask = 2;
  bool allow_missing = 3;
}
message DeleteBookRequest {
  string name = 1 [(google.api.field_behavior) = REQUIRED];
  string etag = 2;
  string request_id = 3 [(google.api.field_info).format = UUID4, (google.api.field_behavior) = REQUIRED];
}
message UndeleteBookRequest { string name = 1; string request_id = 2; }
message MoveBookRequest {
  string name = 1; string to = 2;
  string move_token = 3 [(google.api.field_info).format = UUID4];
}
message GetShelfRequest { string name = 1; }
message ListShelvesRequest { int32 page_size = 1; string page_token = 2; string filter = 3; }
message ListShelvesResponse { repeated Shelf shelves = 1; string next_page_token = 2; }
message CreateShelfRequest { string shelf_id = 1; Shelf shelf = 2; }
message UpdateShelfRequest { Shelf shelf = 1; google.protobuf.FieldMask update_mask = 2; }
`;

/** The API with all that it imports, by path. */
export function libraryFiles(): Record<string, string> {
  const google = googlePaths.map((path) => [path, readFileSync(join(googleFiles, path), "utf8")] as const);
  return { ...Object.fromEntries(google), "library/v1/library.proto": libraryProto };
}
