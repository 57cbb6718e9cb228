export interface CallOptions {
  /** Ends the request; the call is rejected with the reason of the signal. */
  signal?: AbortSignal
}

/** The output of a call. `Code` names the errors that the call may be rejected with, for `safe`. */
export interface CallPromise<Output, Code extends string> extends Promise<Output> {
  readonly '~codes'?: Code
}

export type Call<Input, Output, Code extends string> = (input: Input, options?: CallOptions) => CallPromise<Output, Code>

/** A call that requires no input. */
export type OptionalCall<Input, Output, Code extends string> = (input?: Input, options?: CallOptions) => CallPromise<Output, Code>

/** The input of a call. Each call has some of these parts. */
export interface CallInput {
  /** Values of the parameters in the path, by name. */
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string | undefined>
  /** Sent as JSON, or as a form when it has a file. */
  body?: object
}
