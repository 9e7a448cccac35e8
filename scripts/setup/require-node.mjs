/** Says early and plainly when Node is too old, instead of failing on a word of newer JavaScript later. */
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 18) {
  console.error(
    `Node ${process.versions.node} is too old: install Node 18 or newer (Debian 12: apt-get install nodejs npm).`,
  );
  process.exit(1);
}
