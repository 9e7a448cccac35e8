/** Goes up with every change that can change points: gradings of different versions are not compared silently. */
export const graderVersion = "1.3.0";
