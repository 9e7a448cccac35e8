import { expect, test } from "vitest";
import { homeArgument } from "../../../main/app/home-argument.ts";

test.each([
  [["electron", ".", "--home", "/data of 数据"], "/data of 数据"],
  [["electron", "--home=/data", "."], "/data"],
  [["electron", "."], null],
  [["electron", "--home"], null],
  [["electron", "--home="], null],
  [["electron", "--homes", "/x"], null],
])("of %j the data folder is %j", (words, expected) => {
  expect(homeArgument(words)).toBe(expected);
});
