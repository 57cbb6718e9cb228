/** The texts of a video that a migration rewrites: the description, and its translations by language. */
export interface VideoText {
  description: string
  translations: Record<string, string>
}

/**
 * Returns whether two texts are the same. Line endings and spaces at the end are ignored, because YouTube may change
 * them.
 */
export function isSameText(one: VideoText, other: VideoText): boolean {
  return normalize(one.description) === normalize(other.description) && listChangedLanguages(one, other).length === 0
}

/** Returns the languages whose descriptions differ. */
export function listChangedLanguages(one: VideoText, other: VideoText): string[] {
  const languages = new Set([...Object.keys(one.translations), ...Object.keys(other.translations)])
  return [...languages].filter((language) => normalize(one.translations[language]) !== normalize(other.translations[language]))
}

function normalize(text: string | undefined): string | undefined {
  return text?.replace(/\r\n?/g, '\n').trimEnd()
}

interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/**
 * Compares two texts line by line. Returns all lines, each marked as `same`, `removed` or `added`. In a changed part,
 * removed lines come first.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, young] = [before.split('\n'), after.split('\n')]
  const head = countSame(old, young)
  const tail = countSame(old.slice(head).reverse(), young.slice(head).reverse())
  const toSameLines = (lines: string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }))
  return [
    ...toSameLines(old.slice(0, head)),
    ...diffMiddle(old.slice(head, old.length - tail), young.slice(head, young.length - tail)),
    ...toSameLines(old.slice(old.length - tail)),
  ]
}

function countSame(some: readonly string[], others: readonly string[]): number {
  const different = some.findIndex((line, index) => line !== others[index])
  return different === -1 ? some.length : different
}

/** Maximum number of compared pairs of lines. If more lines have changed, all of them are shown as replaced. */
const maxCells = 250_000

/** Compares the lines with their longest common subsequence. */
function diffMiddle(old: readonly string[], young: readonly string[]): DiffLine[] {
  const [removed, added] = [old.map(toLine('removed')), young.map(toLine('added'))]
  if (old.length * young.length > maxCells) return [...removed, ...added]
  const lengths = computeCommonLengths(old, young)
  const lines: DiffLine[] = []
  let [at, to] = [0, 0]
  while (at < old.length && to < young.length) {
    const isSame = old[at] === young[to]
    const isRemoved = isSame || (lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0)
    const line = isRemoved ? removed[at] : added[to]
    if (line !== undefined) lines.push(isSame ? { ...line, kind: 'same' } : line)
    if (isRemoved) at += 1
    if (isSame || !isRemoved) to += 1
  }
  return moveRemovedFirst([...lines, ...removed.slice(at), ...added.slice(to)])
}

/**
 * Returns a table of lengths. `lengths[a][b]` is the length of the longest common subsequence of the old lines from
 * index `a` and the new lines from index `b`.
 */
function computeCommonLengths(old: readonly string[], young: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(young.length + 1))
  for (let at = old.length - 1; at >= 0; at -= 1) {
    const [row, next] = [lengths[at], lengths[at + 1]]
    for (let to = young.length - 1; to >= 0; to -= 1) {
      if (row === undefined) continue
      row[to] = old[at] === young[to] ? (next?.[to + 1] ?? 0) + 1 : Math.max(next?.[to] ?? 0, row[to + 1] ?? 0)
    }
  }
  return lengths
}

function moveRemovedFirst(lines: readonly DiffLine[]): DiffLine[] {
  const ordered: DiffLine[] = []
  let added: DiffLine[] = []
  for (const line of lines) {
    if (line.kind === 'added') {
      added.push(line)
      continue
    }
    if (line.kind === 'same') {
      ordered.push(...added, line)
      added = []
    } else ordered.push(line)
  }
  return [...ordered, ...added]
}

function toLine(kind: DiffLine['kind']): (text: string) => DiffLine {
  return (text) => ({ kind, text })
}
