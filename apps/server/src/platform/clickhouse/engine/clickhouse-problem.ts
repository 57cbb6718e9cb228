import { ConcurrencyLimitError } from '../../concurrency-limiter.ts'

/** What ClickHouse says when it refuses: a number, a name in capitals and a sentence. */
export class ClickHouseProblem extends Error {
  readonly code: number
  readonly type: string

  constructor(code: number, type: string, sentence: string) {
    super(`Code: ${code}. DB::Exception: ${sentence}. (${type})`)
    this.code = code
    this.type = type
  }

  /** The status ClickHouse's own HTTP interface gives for this code. */
  get status(): number {
    return statusOf.get(this.code) ?? 500
  }
}

const statusOf: ReadonlyMap<number, number> = new Map([
  ...statuses(400, [6, 26, 27, 38, 41, 43, 53, 62, 69, 70, 72, 115, 117, 130, 131, 195, 406, 455, 456, 457]),
  ...statuses(401, [194]),
  ...statuses(403, [164, 192, 193, 497, 516]),
  ...statuses(404, [16, 46, 47, 60, 81, 115]),
  ...statuses(408, [159]),
  ...statuses(413, [131]),
  ...statuses(501, [48]),
  ...statuses(503, [202, 236, 439]),
])

function statuses(status: number, codes: number[]): [number, number][] {
  return codes.map((code) => [code, status])
}

/** The engine reports everything as text in ClickHouse's form; what is not in that form is an internal error (1002). */
export function problemFrom(error: unknown): ClickHouseProblem {
  if (error instanceof ClickHouseProblem) return error
  if (error instanceof ConcurrencyLimitError) return neverStarted(error)
  const text = error instanceof Error ? error.message : String(error)
  const read = /Code: (?<code>\d+)\. DB::Exception: (?<sentence>.*)\((?<type>[A-Z][A-Z0-9_]+)\)/s.exec(text)?.groups
  if (read === undefined) return new ClickHouseProblem(1002, 'UNKNOWN_EXCEPTION', text)
  const sentence = (read.sentence ?? '').replace(/^(Code: \d+\. DB::Exception: )+/, '').replace(/\.?\s*$/, '')
  return new ClickHouseProblem(Number(read.code), read.type ?? '', sentence)
}

function neverStarted({ why }: ConcurrencyLimitError): ClickHouseProblem {
  if (why === 'full')
    return new ClickHouseProblem(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many simultaneous queries are waiting already')
  if (why === 'left') return new ClickHouseProblem(394, 'QUERY_WAS_CANCELLED', 'The client left before its turn came')
  return new ClickHouseProblem(236, 'ABORTED', 'The engine is closing')
}
