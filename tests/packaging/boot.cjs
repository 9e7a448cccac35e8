"use strict";
// Entry of the test package: what the old Electron lacks, then the product as it is. No release contains this.
require("./newer-apis.cjs");
require("../out/main/index.cjs");
