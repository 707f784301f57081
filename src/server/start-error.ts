/** One sentence that says what to do. `main.ts` prints it and exits with 1. */
export class StartError extends Error {}
