#!/usr/bin/env node
import "../dist/cli/protoc-gen-stratus.js";
