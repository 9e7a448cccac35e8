import { describe, expect, it } from "vitest";
import type { WallRecord } from "../../../preload/contract/run.ts";
import { measuredAt, measuredOf } from "../../../main/core/evidence/measured.ts";

const walls = (kind: WallRecord["kind"], effective: WallRecord["effective"]): WallRecord[] => [
  { wall: "memory", requested: 2_000_000_000, effective: 2_000_000_000, by: "watch every 5 ms", kind },
  { wall: "cpu", requested: 4, effective, by: "affinity + seccomp", kind: "wall" },
];

describe("how a run was measured", () => {
  it("comes from what was in force, not from what was asked", () => {
    expect(measuredOf({ walls: walls("watch", 2) })).toEqual({ memoryBy: "watch", cores: 2 });
    expect(measuredOf({ walls: walls("wall", 4) })).toEqual({ memoryBy: "cgroup", cores: 4 });
    expect(measuredOf({ walls: walls("advisory", 4) })).toEqual({ memoryBy: "none", cores: 4 });
  });

  it("is not known where nothing was in force", () => {
    expect(measuredOf({ walls: [] })).toBeNull();
    expect(measuredOf({ walls: walls("none", null) })).toBeNull();
  });
});

describe("how a reference was measured", () => {
  it.each([
    ["L1", "cgroup"],
    ["L2", "watch"],
    ["L3", "watch"],
    ["L4", "watch"],
    ["L5", "none"],
  ])("at %s by %s", (level, memoryBy) => {
    expect(measuredAt({ level, cores: 2 })).toEqual({ memoryBy, cores: 2 });
  });

  it("is not known of an older calibration without a level", () => {
    expect(measuredAt({ level: "", cores: 2 })).toBeNull();
    expect(measuredAt(null)).toBeNull();
  });
});
