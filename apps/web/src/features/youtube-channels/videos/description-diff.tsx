import type { YoutubeVideo } from '@linkshelf/contract'
import { useState } from 'react'
import { showCount } from '../../../ui/formats/numbers.ts'
import { foldDiff, type ShownLine, splitChange } from './fold-diff.ts'
import classes from './video.module.css'

interface DescriptionDiffProps {
  /** The accessible name. */
  label: string
  diff: YoutubeVideo['diff']
}

/** The lines of a description before and after. Unchanged ones far from a change are folded away. */
export function DescriptionDiff({ label, diff }: DescriptionDiffProps) {
  return (
    <section className={classes.diff} aria-label={label}>
      {foldDiff(diff).map(({ isFolded, lines }) =>
        isFolded ? <FoldedLines key={lines[0]?.index} lines={lines} /> : lines.map((line) => <DiffLine key={line.index} line={line} />),
      )}
    </section>
  )
}

function FoldedLines({ lines }: { lines: ShownLine[] }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return lines.map((line) => <DiffLine key={line.index} line={line} />)
  return (
    <button type="button" className={classes.fold} onClick={() => setOpen(true)}>
      Show {showCount(lines.length, 'unchanged line')}
    </button>
  )
}

const marks = { same: ' ', removed: '−', added: '+' }
const elements = { same: 'span', removed: 'del', added: 'ins' } as const
const spokenMarks = { same: '', removed: 'Removed: ', added: 'Added: ' }

function DiffLine({ line: { kind, text, counterpart } }: { line: ShownLine }) {
  const [before, changed, after] = counterpart === undefined ? ['', '', text] : splitChange(text, counterpart)
  const Words = elements[kind]
  return (
    <div className={classes.line} data-kind={kind}>
      <span className={classes.mark} aria-hidden>
        {marks[kind]}
      </span>
      <Words className={classes.words} dir="auto">
        {kind !== 'same' && <span className="visually-hidden">{spokenMarks[kind]}</span>}
        {before}
        {changed !== '' && <mark>{changed}</mark>}
        {after}
      </Words>
    </div>
  )
}
