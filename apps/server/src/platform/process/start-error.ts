/**
 * An error that the operator can fix. Its message is one clear sentence; it is printed alone and the program
 * ends with exit code 1.
 */
export class StartError extends Error {}
