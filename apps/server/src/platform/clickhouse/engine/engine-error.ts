import { ConcurrencyLimitError } from '../../concurrency-limiter.ts'

/** An error in ClickHouse's form: a number, a name in capitals and a message. */
export class EngineError extends Error {
  readonly code: number
  readonly type: string

  constructor(code: number, type: string, message: string) {
    super(`Code: ${code}. DB::Exception: ${message}. (${type})`)
    this.code = code
    this.type = type
  }

  /** The HTTP status that ClickHouse's own interface returns for this code. */
  get status(): number {
    return statusByCode.get(this.code) ?? 500
  }
}

const statusByCode: ReadonlyMap<number, number> = new Map([
  ...toStatusEntries(400, [6, 26, 27, 38, 41, 43, 53, 62, 69, 70, 72, 115, 117, 130, 131, 195, 406, 455, 456, 457]),
  ...toStatusEntries(401, [194]),
  ...toStatusEntries(403, [164, 192, 193, 497, 516]),
  ...toStatusEntries(404, [16, 46, 47, 60, 81, 115]),
  ...toStatusEntries(408, [159]),
  ...toStatusEntries(413, [131]),
  ...toStatusEntries(501, [48]),
  ...toStatusEntries(503, [202, 236, 439]),
])

function toStatusEntries(status: number, codes: number[]): [number, number][] {
  return codes.map((code) => [code, status])
}

/** Parses the engine's error text; text that is not in ClickHouse's form becomes an internal error (1002). */
export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error
  if (error instanceof ConcurrencyLimitError) return toRejection(error)
  const text = error instanceof Error ? error.message : String(error)
  const parsed = /Code: (?<code>\d+)\. DB::Exception: (?<message>.*)\((?<type>[A-Z][A-Z0-9_]+)\)/s.exec(text)?.groups
  if (parsed === undefined) return new EngineError(1002, 'UNKNOWN_EXCEPTION', text)
  const message = (parsed.message ?? '').replace(/^(Code: \d+\. DB::Exception: )+/, '').replace(/\.?\s*$/, '')
  return new EngineError(Number(parsed.code), parsed.type ?? '', message)
}

function toRejection({ reason }: ConcurrencyLimitError): EngineError {
  if (reason === 'full') return new EngineError(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many simultaneous queries are waiting already')
  if (reason === 'aborted') return new EngineError(394, 'QUERY_WAS_CANCELLED', 'The client left before its turn came')
  return new EngineError(236, 'ABORTED', 'The engine is closing')
}
