import { statfsSync } from "node:fs";

/** Magic numbers of statfs(2) for file systems whose shared memory or byte locks WAL cannot rely on. */
const networkFilesystems: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x0bd00bd0, "Lustre"],
  [0x47504653, "GPFS"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x19830326, "BeeGFS"],
  [0x65735546, "FUSE"],
  [0x01021997, "9P"],
]);

/** Name of the network file system that holds `folder`, or null where WAL is safe. */
export function networkFilesystem(folder: string, statfs = statfsSync): string | null {
  // The type is signed on some kernels: CIFS comes back negative.
  const type = statfs(folder).type >>> 0;
  return networkFilesystems.get(type) ?? null;
}
