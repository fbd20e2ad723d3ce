#!/usr/bin/env node
import "../dist/cli/stratus.js";
