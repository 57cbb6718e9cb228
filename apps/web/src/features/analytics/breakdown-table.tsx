import type { BotFilter, BreakdownKind, BreakdownRow } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { showCount, showNumber, showPercent } from '../../ui/numbers.ts'
import { botsWords } from './bots-words.ts'
import classes from './breakdown.module.css'
import { breakdownWords, countryName, trafficName } from './traffic-names.ts'
import { rowsAtMost } from './traffic-queries.ts'

const shownAtFirst = 8

interface BreakdownTableProps {
  by: BreakdownKind
  rows: readonly BreakdownRow[]
  bots: BotFilter
  /** What a share is a share of, where the rows may not be all there are. */
  total?: number
  /** The rows are those of a question asked before. */
  isBusy: boolean
  /** The row under the pointer, and nothing when it has left. */
  onPoint?: (name: string | undefined) => void
}

/** The numbers as a table whose rows are bars. */
export function BreakdownTable({ by, rows, bots, total = 0, isBusy, onPoint }: BreakdownTableProps) {
  const [isWhole, setWhole] = useState(false)
  const all = Math.max(
    total,
    rows.reduce((sum, { clicks }) => sum + clicks, 0),
  )
  const most = Math.max(1, ...rows.map(({ clicks }) => clicks))
  const { title, one } = breakdownWords[by]
  const { unit } = botsWords[bots]

  if (rows.length === 0) return <p className={classes.empty}>Nothing in these days. Choose a longer range to look further back.</p>
  return (
    <>
      <table className={classes.table} aria-label={title} aria-busy={isBusy}>
        <thead>
          <tr>
            <th scope="col">{one}</th>
            <th scope="col">{unit}</th>
            <th scope="col">Share</th>
            <th scope="col">Visitors</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isWhole ? rows.length : shownAtFirst).map((row) => (
            <tr
              key={`${row.name} ${row.country}`}
              style={{ backgroundSize: `${(row.clicks / most) * 100}% calc(100% - 0.25rem)` }}
              onPointerEnter={() => onPoint?.(row.name)}
              onPointerLeave={() => onPoint?.(undefined)}
            >
              <th scope="row" data-unknown={row.name === '' || undefined}>
                {trafficName(by, row)}
                {by === 'city' && row.name !== '' && row.country && <span className={classes.where}> {countryName(row.country)}</span>}
              </th>
              <td>{showNumber(row.clicks)}</td>
              <td title={`of ${showNumber(all)}`}>{showPercent(row.clicks, all)}</td>
              <td title={showCount(row.visits, 'daily visitor')}>{showNumber(row.visits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownAtFirst && (
        <Button variant="subtle" size="xs" mt="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${rows.length < rowsAtMost ? 'all' : 'the first'} ${showNumber(rows.length)}`}
        </Button>
      )}
    </>
  )
}
