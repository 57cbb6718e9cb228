import { Anchor } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { formatLongDay } from './formats/dates.ts'
import classes from './sourced-note.module.css'

export interface SourcedStatement {
  text: string
  sourceName: string
  source: string
  /** The calendar day on which the source was last read. */
  checkedOn: string
}

/** Shows a source's statement in plain words, with the source and the day when it was last read. */
export function SourcedNote({ statement: { text, source, sourceName, checkedOn } }: { statement: SourcedStatement }) {
  return (
    <p className={classes.note}>
      <IconInfoCircle aria-hidden size={18} stroke={1.6} />
      <span>
        {text}{' '}
        <Anchor href={source} target="_blank" rel="noreferrer" inherit td="underline">
          {sourceName}
        </Anchor>
        , last checked {formatLongDay(checkedOn)}.
      </span>
    </p>
  )
}
