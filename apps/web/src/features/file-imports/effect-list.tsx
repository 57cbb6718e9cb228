import { Button } from '@mantine/core'
import { formatCount } from '../../ui/formats/numbers.ts'
import type { ImportSummaryProps } from './import-kind.ts'
import classes from './import-panel.module.css'

/** One effect of an import: "3 links will be created" before the import, "3 links created" after it. */
interface Effect {
  count: number
  noun: string
  /** The plural of the noun, if it is not the noun with an s. */
  many?: string
  done: string
  detail?: string
}

interface EffectListProps extends Pick<ImportSummaryProps<unknown, unknown>, 'isForecast' | 'report'> {
  effects: readonly Effect[]
  ignoredColumns: readonly string[]
}

/** Lists the effects of an import, before the import or after it. Effects with a count of zero are omitted. */
export function EffectList({ effects, isForecast, ignoredColumns, report }: EffectListProps) {
  const tense = isForecast ? 'will be ' : ''
  return (
    <ul className={classes.summary}>
      {effects
        .filter(({ count }) => count > 0)
        .map(({ count, noun, many, done, detail }) => (
          <li key={`${noun} ${done}`}>
            {formatCount(count, noun, many)} {tense}
            {done}
            {detail && <small>{detail}</small>}
          </li>
        ))}
      {ignoredColumns.length > 0 && (
        <li>
          {formatCount(ignoredColumns.length, 'column')} ignored
          <small>{ignoredColumns.join(', ')}</small>
        </li>
      )}
      {report && (
        <li>
          <Button variant="default" size="compact-sm" mt={4} loading={report.isPending} onClick={() => report.mutate()}>
            Download report
          </Button>
        </li>
      )}
    </ul>
  )
}
