import { type BreakdownRow, countryName } from '@linkshelf/contract'
import { useState } from 'react'
import { showCount, showPercent } from '../../../ui/formats/numbers.ts'
import classes from './breakdown.module.css'
import { MapLegend } from './map-legend.tsx'
import { clickRange, mapStep } from './map-steps.ts'
import { mapHeight, mapWidth, shapes } from './world-shapes.ts'

interface WorldMapProps {
  rows: readonly BreakdownRow[]
  /** The code of the country under the pointer, on the map or in the table. */
  highlighted: string | undefined
  onHighlight: (code: string | undefined) => void
  /** Called with the code of a country with clicks that was clicked. */
  onChoose: (code: string) => void
}

const drawnCodes = new Set(shapes.map(({ code }) => code))

/** Countries colored by their clicks. The map is one image to a screen reader: the table beside it has the numbers. */
export function WorldMap({ rows, highlighted, onHighlight, onChoose }: WorldMapProps) {
  const [pointer, setPointer] = useState<{ x: number; y: number }>()
  const withClicks = rows.filter(({ name, clicks }) => name !== '' && clicks > 0)
  const rowByCode = new Map(withClicks.map((row) => [row.name, row]))
  const range = clickRange(withClicks)
  const total = rows.reduce((sum, { clicks }) => sum + clicks, 0)

  function movePointer({ clientX, clientY, currentTarget }: React.PointerEvent<HTMLElement>): void {
    const { left, top, width } = currentTarget.getBoundingClientRect()
    setPointer({ x: Math.min(Math.max(clientX - left, 80), width - 80), y: clientY - top })
  }

  return (
    <>
      <div className={classes.map} onPointerMove={movePointer} onPointerLeave={() => setPointer(undefined)}>
        <svg viewBox={`0 0 ${mapWidth} ${mapHeight}`} role="img" aria-label="World map of clicks; the table has its numbers">
          {shapes.map(({ key, code, path }) => {
            const row = code === undefined ? undefined : rowByCode.get(code)
            return (
              // For the pointer only: the rows of the table do the same by keyboard.
              // biome-ignore lint/a11y/noStaticElementInteractions: see above
              <path
                key={key}
                d={path}
                data-step={row && range && mapStep(row.clicks, range)}
                data-highlighted={(code !== undefined && code === highlighted) || undefined}
                onPointerEnter={() => onHighlight(code)}
                onPointerLeave={() => onHighlight(undefined)}
                onClick={row && (() => onChoose(row.name))}
              />
            )
          })}
        </svg>
        {pointer !== undefined && highlighted !== undefined && (
          <span className={classes.tooltip} style={{ left: pointer.x, top: pointer.y }} aria-hidden>
            <b>{countryName(highlighted)}</b>
            {tooltipText(rowByCode.get(highlighted), total)}
          </span>
        )}
      </div>
      <MapLegend rows={withClicks} isDrawn={(code) => drawnCodes.has(code)} />
    </>
  )
}

function tooltipText(row: BreakdownRow | undefined, total: number): string {
  if (row === undefined) return 'No clicks'
  return `${showCount(row.clicks, 'click')} (${showPercent(row.clicks, total)}) · ${showCount(row.visits, 'visitor')}`
}
