import { type BreakdownRow, toCountryName } from '@linkshelf/contract'
import { useState } from 'react'
import { formatCount, formatPercent } from '../../../ui/formats/numbers.ts'
import classes from './breakdown.module.css'
import { mapHeight, mapWidth, shapes } from './world-shapes.ts'

interface WorldMapProps {
  rows: readonly BreakdownRow[]
  /** The code of the country under the pointer, on the map or in the table. */
  highlighted: string | undefined
  onHighlight: (code: string | undefined) => void
  /** Called with the code of a clicked country that has clicks. */
  onChoose: (code: string) => void
}

const drawnCodes = new Set(shapes.map(({ code }) => code))

/**
 * A map of countries, colored by their clicks. For a screen reader the map is one image, because the table next to it
 * has the numbers.
 */
export function WorldMap({ rows, highlighted, onHighlight, onChoose }: WorldMapProps) {
  const [pointer, setPointer] = useState<{ x: number; y: number }>()
  const withClicks = rows.filter(({ name, clicks }) => name !== '' && clicks > 0)
  const rowByCode = new Map(withClicks.map((row) => [row.name, row]))
  const range = computeClickRange(withClicks)
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
              // The map is for the pointer only. By keyboard, the rows of the table do the same.
              // biome-ignore lint/a11y/noStaticElementInteractions: see above
              <path
                key={key}
                d={path}
                data-step={row && range && computeMapStep(row.clicks, range)}
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
            <b>{toCountryName(highlighted)}</b>
            {formatTooltip(rowByCode.get(highlighted), total)}
          </span>
        )}
      </div>
      <MapLegend rows={withClicks} isDrawn={(code) => drawnCodes.has(code)} />
    </>
  )
}

function formatTooltip(row: BreakdownRow | undefined, total: number): string {
  if (row === undefined) return 'No clicks'
  return `${formatCount(row.clicks, 'click')} (${formatPercent(row.clicks, total)}) · ${formatCount(row.visits, 'visitor')}`
}

/** The number of colors of the map. */
const mapSteps = 5

const steps = Array.from({ length: mapSteps }, (_, index) => index + 1)

interface MapLegendProps {
  /** The countries with clicks. */
  rows: readonly BreakdownRow[]
  /** Whether a country is on the map. */
  isDrawn: (code: string) => boolean
}

/** The colors of the map, and the number of countries that are too small for it. */
function MapLegend({ rows, isDrawn }: MapLegendProps) {
  const range = computeClickRange(rows)
  const notDrawnCount = rows.filter(({ name }) => !isDrawn(name)).length
  return (
    <p className={classes.legend}>
      {range !== undefined && range.min < range.max && (
        <>
          <span>{formatCount(range.min, 'click')}</span>
          <span className={classes.scale} aria-hidden>
            {steps.map((step) => (
              <i key={step} data-step={step} />
            ))}
          </span>
        </>
      )}
      <span>{range === undefined ? 'No clicks on the map yet' : formatCount(range.max, 'click')}</span>
      {notDrawnCount > 0 && (
        <span className={classes.notDrawn}>{formatCount(notDrawnCount, 'country', 'countries')} too small to draw</span>
      )}
    </p>
  )
}

/** The fewest and the most clicks of a country on the map. */
interface ClickRange {
  min: number
  max: number
}

/** Returns the fewest and the most clicks of a country, or undefined if there are no rows. */
export function computeClickRange(rows: readonly { clicks: number }[]): ClickRange | undefined {
  const clicks = rows.map((row) => row.clicks)
  return clicks.length === 0 ? undefined : { min: Math.min(...clicks), max: Math.max(...clicks) }
}

/**
 * Returns the color of a country, from 1 to `mapSteps`. The scale is logarithmic, because the clicks of countries
 * differ by orders of magnitude.
 */
export function computeMapStep(clicks: number, { min, max }: ClickRange): number {
  if (min === max) return mapSteps
  return Math.min(mapSteps, 1 + Math.floor((Math.log(clicks / min) / Math.log(max / min)) * mapSteps))
}
