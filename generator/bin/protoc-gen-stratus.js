#!/usr/bin/env node
import "../dist/cli/short-run.js";
import "../dist/cli/protoc-gen-stratus.js";
