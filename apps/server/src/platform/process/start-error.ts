/**
 * An error that the operator can fix. Its message is one clear sentence. The program prints only the message, and ends
 * with exit code 1.
 */
export class StartError extends Error {}
