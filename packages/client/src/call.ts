export interface CallOptions {
  /** Aborts the request. The call is then rejected with the signal's reason. */
  signal?: AbortSignal
}

/**
 * A promise for the output of a call. `Code` is the union of the error codes with which the call can be rejected.
 * `safe` takes the type of its error from it.
 */
export interface CallPromise<Output, Code extends string> extends Promise<Output> {
  readonly '~codes'?: Code
}

export type Call<Input, Output, Code extends string> = (input: Input, options?: CallOptions) => CallPromise<Output, Code>

/** A call that requires no input. */
export type OptionalCall<Input, Output, Code extends string> = (input?: Input, options?: CallOptions) => CallPromise<Output, Code>

/** The input of a call. Each call has only some of these parts. */
export interface CallInput {
  /** Parameters of the path, by name. */
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string | undefined>
  /** Sent as JSON, or as a form if it contains a file. */
  body?: object
}
