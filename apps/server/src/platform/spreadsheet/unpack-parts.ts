import { setImmediate as otherWork } from 'node:timers/promises'
import { Unzip, UnzipInflate } from 'fflate'

/** `too-large`: more bytes, parts or characters than the limit. */
export type WorkbookFailure = 'not-workbook' | 'too-large' | 'too-many-sheets' | 'too-many-rows' | 'too-many-sheet-rows' | 'cell-too-long'

export class UnreadableWorkbookError extends Error {
  readonly failure: WorkbookFailure

  constructor(failure: WorkbookFailure, options?: ErrorOptions) {
    super(`The workbook cannot be read: ${failure}`, options)
    this.failure = failure
  }
}

/** A chunk expands at most a thousandfold, so the limit is checked before much is in memory. */
const chunkBytes = 16_384
const maxParts = 1_000

/**
 * Unpacks the parts of a ZIP file for which `reader` returns a function. Passes each part to its function, piece by
 * piece and decoded as UTF-8. Other parts are not unpacked. The sizes in the file are not trusted: unpacked bytes are
 * counted. Other work continues between chunks. Throws an UnreadableWorkbookError.
 */
export async function unpackParts(
  file: Buffer,
  maxUnpackedBytes: number,
  reader: (name: string) => ((text: string, isLast: boolean) => void) | undefined,
): Promise<void> {
  let parts = 0
  let unpackedBytes = 0
  const unzip = new Unzip((part) => {
    parts += 1
    if (parts > maxParts) throw new UnreadableWorkbookError('too-large')
    const readPiece = reader(part.name)
    if (readPiece === undefined) return
    const decoder = new TextDecoder()
    part.ondata = (error, bytes, isLast) => {
      // fflate catches errors that its callbacks throw, and passes them on as the next error.
      if (error) throw toUnreadable(error)
      unpackedBytes += bytes.length
      if (unpackedBytes > maxUnpackedBytes) throw new UnreadableWorkbookError('too-large')
      readPiece(decoder.decode(bytes, { stream: !isLast }), isLast)
    }
    part.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let start = 0; start < file.length; start += chunkBytes) {
      unzip.push(file.subarray(start, start + chunkBytes), start + chunkBytes >= file.length)
      await otherWork()
    }
  } catch (error) {
    throw toUnreadable(error)
  }
}

function toUnreadable(error: unknown): UnreadableWorkbookError {
  return error instanceof UnreadableWorkbookError ? error : new UnreadableWorkbookError('not-workbook', { cause: error })
}
