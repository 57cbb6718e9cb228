import type { ProgrammeRule } from '@linkshelf/contract'
import { Anchor } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { showLongDay } from '../../ui/formats/dates.ts'
import classes from './integrations.module.css'

/** A rule of an affiliate programme in plain words, with its source and when it was last read there. */
export function RuleNote({ rule }: { rule: ProgrammeRule }) {
  return (
    <p className={classes.rule}>
      <IconInfoCircle aria-hidden size={18} stroke={1.6} />
      <span>
        {rule.text}{' '}
        <Anchor href={rule.source} target="_blank" rel="noreferrer" inherit td="underline">
          {rule.sourceName}
        </Anchor>
        , last checked {showLongDay(rule.checkedOn)}.
      </span>
    </p>
  )
}
