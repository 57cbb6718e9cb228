import type { BreakdownRow } from '@linkshelf/contract'
import { useState } from 'react'
import { showCount, showPercent } from '../../ui/numbers.ts'
import classes from './breakdown.module.css'
import { MapLegend } from './map-legend.tsx'
import { clickSpread, mapStep } from './map-steps.ts'
import { countryName } from './traffic-names.ts'
import { land, mapHeight, mapWidth } from './world-shapes.ts'

interface WorldMapProps {
  rows: readonly BreakdownRow[]
  /** The country that is pointed at, here or in the table. */
  lit: string | undefined
  onLit: (letters: string | undefined) => void
}

const drawn = new Set(land.map(({ letters }) => letters))

/** Countries tinted by their clicks. Its numbers stand in the table beside it, so those who listen hear of it only that it is there. */
export function WorldMap({ rows, lit, onLit }: WorldMapProps) {
  const [pointer, setPointer] = useState<{ x: number; y: number }>()
  const known = rows.filter(({ name, clicks }) => name !== '' && clicks > 0)
  const clicked = new Map(known.map((row) => [row.name, row]))
  const spread = clickSpread(known)
  const all = rows.reduce((sum, { clicks }) => sum + clicks, 0)

  function point({ clientX, clientY, currentTarget }: React.PointerEvent<HTMLElement>): void {
    const { left, top, width } = currentTarget.getBoundingClientRect()
    setPointer({ x: Math.min(Math.max(clientX - left, 80), width - 80), y: clientY - top })
  }

  return (
    <>
      <div className={classes.map} onPointerMove={point} onPointerLeave={() => setPointer(undefined)}>
        <svg viewBox={`0 0 ${mapWidth} ${mapHeight}`} role="img" aria-label="World map of clicks; the table has its numbers">
          {land.map(({ key, letters, outline }) => {
            const row = letters === undefined ? undefined : clicked.get(letters)
            return (
              <path
                key={key}
                d={outline}
                data-step={row && spread && mapStep(row.clicks, spread)}
                data-lit={(letters !== undefined && letters === lit) || undefined}
                onPointerEnter={() => onLit(letters)}
                onPointerLeave={() => onLit(undefined)}
              />
            )
          })}
        </svg>
        {pointer !== undefined && lit !== undefined && (
          <span className={classes.tip} style={{ left: pointer.x, top: pointer.y }} aria-hidden>
            <b>{countryName(lit)}</b>
            <Numbers row={clicked.get(lit)} all={all} />
          </span>
        )}
      </div>
      <MapLegend rows={known} isDrawn={(letters) => drawn.has(letters)} />
    </>
  )
}

function Numbers({ row, all }: { row: BreakdownRow | undefined; all: number }) {
  if (row === undefined) return 'No clicks'
  return `${showCount(row.clicks, 'click')} (${showPercent(row.clicks, all)}) · ${showCount(row.visits, 'visitor')}`
}
