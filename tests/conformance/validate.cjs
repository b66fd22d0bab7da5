// Reads file names from standard input, one a line; prints one JSON report a line, as the Khronos validator gives it.
const fs = require("fs");
const path = require("path");
const readline = require("readline");
const validator = require("gltf-validator");

async function report(file) {
  const beside = (uri) => fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri)));
  try {
    const bytes = new Uint8Array(fs.readFileSync(file));
    const result = await validator.validateBytes(bytes, { uri: path.basename(file), maxIssues: 0, externalResourceFunction: beside });
    return { file, issues: result.issues };
  } catch (error) {
    return { file, failure: String(error) };
  }
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (line) console.log(JSON.stringify(await report(line)));
  }
})();
