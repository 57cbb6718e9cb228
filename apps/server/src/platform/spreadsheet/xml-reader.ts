import { Parser } from 'htmlparser2'
import { UnreadableWorkbookError } from './unpack-parts.ts'

/** The events of an XML part that is parsed as a stream. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
}

/**
 * Returns a function that parses a part piece by piece and passes its events to `handler`. Throws an
 * UnreadableWorkbookError if a piece contains NUL.
 */
export function createXmlReader(handler: XmlHandler): (text: string, isLast: boolean) => void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open(name, attributes),
      ontext: (text) => handler.text(text),
      onclosetag: (name) => handler.close(name),
    },
    { xmlMode: true },
  )
  return (text, isLast) => {
    // XML can't contain NUL, and PostgreSQL can't store it.
    if (text.includes('\0')) throw new UnreadableWorkbookError('not-workbook')
    if (isLast) parser.end(text)
    else parser.write(text)
  }
}
