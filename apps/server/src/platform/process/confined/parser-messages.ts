/** A module that parses foreign files exports an object of this type as `parser`. */
export interface ParserModule<Settings, Batch> {
  /** The URL from which the process loads the module. */
  url: string
  /** Turns the bytes of a foreign file into plain data, piece by piece. */
  parse(input: AsyncIterable<Buffer>, settings: Settings): AsyncIterable<Batch>
}

export type ToParser =
  | { kind: 'start'; url: string; settings: unknown }
  | { kind: 'next' }
  | { kind: 'chunk'; bytes: Uint8Array }
  | { kind: 'end' }

/** A message of the kind `broken` says that the module can't be loaded, which is not an error of the input. */
export type FromParser =
  | { kind: 'batch'; batch: unknown }
  | { kind: 'read' }
  | { kind: 'done' }
  | { kind: 'failed' | 'broken'; error: string }
