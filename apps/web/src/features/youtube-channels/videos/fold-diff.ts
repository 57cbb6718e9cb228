import type { YoutubeVideo } from '@linkshelf/contract'

type Line = YoutubeVideo['diff'][number]

export interface ShownLine extends Line {
  /** The line's index in the diff. */
  index: number
  /** The line that replaced this removed line, or the line that this added line replaced. */
  counterpart: string | undefined
}

/** Lines that are shown, or unchanged lines that are folded. */
export interface DiffPart {
  isFolded: boolean
  lines: ShownLine[]
}

/** Minimum number of lines in a fold. Fewer lines are shown instead. */
const minFolded = 3

/** Splits a diff into parts: changed lines together with the lines beside them, and the unchanged lines in between. */
export function foldDiff(lines: readonly Line[]): DiffPart[] {
  const parts: DiffPart[] = []
  for (const [index, line] of lines.entries()) {
    const isChange = (near: Line | undefined) => near !== undefined && near.kind !== 'same'
    const changes = [lines[index - 1], line, lines[index + 1]].filter(isChange).length
    // An empty line beside a change gives no context, so it is folded, unless it is between two changes.
    const isFolded = changes === 0 || (changes === 1 && line.kind === 'same' && line.text.trim() === '')
    const shown = { ...line, index, counterpart: findCounterpart(lines, index) }
    const last = parts.at(-1)
    if (last?.isFolded === isFolded) last.lines.push(shown)
    else parts.push({ isFolded, lines: [shown] })
  }
  return parts.map((part) => ({ ...part, isFolded: part.isFolded && part.lines.length >= minFolded }))
}

/**
 * Finds the line that replaced this line, or that this line replaced. Within a change, the first removed line is paired
 * with the first added line, and so on. Undefined if the numbers of removed and added lines differ.
 */
function findCounterpart(lines: readonly Line[], index: number): string | undefined {
  const kind = lines[index]?.kind
  if (kind === 'same') return undefined
  const start = lines.slice(0, index).findLastIndex((line) => line.kind === 'same') + 1
  const length = lines.slice(start).findIndex((line) => line.kind === 'same')
  const change = lines.slice(start, length === -1 ? undefined : start + length)
  const counterparts = change.filter((line) => line.kind !== kind)
  if (counterparts.length * 2 !== change.length) return undefined
  return counterparts[lines.slice(start, index).filter((line) => line.kind === kind).length]?.text
}

/**
 * Splits a line into three pieces. The middle piece is the part that differs from the other line. Words are not split,
 * so that no address is cut.
 */
export function splitChange(line: string, other: string): [before: string, changed: string, after: string] {
  const [words, others] = [toWords(line), toWords(other)]
  const head = countSame(words, others)
  const tail = countSame(words.slice(head).reverse(), others.slice(head).reverse())
  const end = words.length - tail
  return [words.slice(0, head).join(''), words.slice(head, end).join(''), words.slice(end).join('')]
}

/** Returns the words of a line, each with the spaces before it. */
function toWords(line: string): string[] {
  return line.match(/\s*\S+|\s+$/g) ?? []
}

function countSame(some: readonly string[], others: readonly string[]): number {
  const different = some.findIndex((word, index) => word !== others[index])
  return different === -1 ? Math.min(some.length, others.length) : different
}
