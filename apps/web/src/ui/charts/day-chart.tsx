import { useState } from 'react'
import { useWidth } from '../browser/use-width.ts'
import { formatValue } from '../formats/numbers.ts'
import { ChartKey } from './chart-head.tsx'
import {
  type ChartInterval,
  type ChartMark,
  formatInterval,
  formatIntervalStart,
  groupMarksByInterval,
  type IntervalUnit,
} from './chart-intervals.ts'
import classes from './day-chart.module.css'

interface DayChartProps {
  intervals: readonly ChartInterval[]
  unit: IntervalUnit
  /** The name of the values, shown in the tooltip. */
  valueLabel: string
  behindLabel: string
  heightPx: number
  marks?: readonly ChartMark[] | undefined
  /** Returns a value as text. `isShort` is true on the axis. By default the value is a plain number. */
  format?: ((value: number, isShort: boolean) => string) | undefined
}

/** Maximum number of marks that the tooltip names. */
const namedMarks = 3

const margin = { top: 12, bottom: 28, left: 44 }

/**
 * Bars that start at zero, with the bars of a second series behind them. Each series is one path. No chart library is
 * used, because it would add 116 KB gzipped.
 */
export function DayChart({ intervals, unit, valueLabel, behindLabel, heightPx, marks = [], format = formatValue }: DayChartProps) {
  const [container, widthPx] = useWidth()
  const [pointed, setPointed] = useState<number>()
  const plot = {
    left: margin.left,
    top: margin.top,
    width: Math.max(0, widthPx - margin.left),
    height: heightPx - margin.top - margin.bottom,
  }
  const ticks = computeAxisTicks(Math.max(...intervals.map(({ value, behind = 0 }) => Math.max(value, behind))))
  const max = ticks.at(-1) ?? 1
  const stepPx = plot.width / Math.max(1, intervals.length)
  const toY = (value: number) => plot.top + plot.height * (1 - value / max)
  const toCenterX = (index: number) => plot.left + stepPx * (index + 0.5)
  const marked = groupMarksByInterval(marks, intervals)
  const interval = pointed === undefined ? undefined : intervals[pointed]

  function handlePointerMove({ currentTarget, clientX }: React.PointerEvent): void {
    const index = Math.floor((clientX - currentTarget.getBoundingClientRect().left - plot.left) / stepPx)
    setPointed(index >= 0 && index < intervals.length ? index : undefined)
  }

  return (
    <div
      ref={container}
      className={classes.chart}
      style={{ height: heightPx }}
      onPointerMove={handlePointerMove}
      onPointerLeave={() => setPointed(undefined)}
    >
      {widthPx > 0 && (
        // Screen readers skip the chart, because a table has the same numbers.
        <svg width={widthPx} height={heightPx} aria-hidden="true" focusable="false">
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={classes.line} x1={plot.left} x2={widthPx} y1={toY(tick)} y2={toY(tick)} />
              <text className={classes.label} x={plot.left - 8} y={toY(tick)} dy="0.32em" textAnchor="end">
                {format(tick, true)}
              </text>
            </g>
          ))}
          {pointed !== undefined && (
            <rect className={classes.pointed} x={plot.left + stepPx * pointed} y={plot.top} width={stepPx} height={plot.height} />
          )}
          <path
            className={classes.behind}
            d={toBarsPath(
              intervals.map(({ behind = 0 }) => behind / max),
              plot,
            )}
          />
          <path
            className={classes.bars}
            d={toBarsPath(
              intervals.map(({ value }) => value / max),
              plot,
              intervals.some(({ behind }) => behind !== undefined) ? 0.6 : 1,
            )}
          />
          {intervals.map(
            ({ from }, index) =>
              marked.has(from) && <path key={from} className={classes.mark} d={`M${toCenterX(index)} ${toY(0) + 2.5}l3 3l-3 3l-3 -3z`} />,
          )}
          {intervals.map(
            ({ from }, index) =>
              index % computeLabelStep(intervals.length, plot.width) === 0 && (
                <text key={from} className={classes.label} x={toCenterX(index)} y={heightPx - 8} textAnchor="middle">
                  {formatIntervalStart(from, unit)}
                </text>
              ),
          )}
        </svg>
      )}
      {interval !== undefined && pointed !== undefined && (
        <div
          className={classes.tooltip}
          data-side={toCenterX(pointed) > widthPx / 2 ? 'left' : 'right'}
          style={{ left: toCenterX(pointed) }}
        >
          <b>{formatInterval(interval)}</b>
          <ChartKey of="values">
            {valueLabel} <b>{format(interval.value, false)}</b>
          </ChartKey>
          {interval.behind !== undefined && (
            <ChartKey of="behind">
              {behindLabel} <b>{format(interval.behind, false)}</b>
            </ChartKey>
          )}
          <NamedMarks marks={marked.get(interval.from) ?? []} />
        </div>
      )}
    </div>
  )
}

function NamedMarks({ marks }: { marks: readonly ChartMark[] }) {
  const more = marks.length - namedMarks
  return (
    <>
      {marks.slice(0, namedMarks).map(({ id, text }) => (
        <ChartKey key={id} of="mark">
          {text}
        </ChartKey>
      ))}
      {more > 0 && <ChartKey of="nothing">and {more} more</ChartKey>}
    </>
  )
}

interface Plot {
  left: number
  top: number
  width: number
  height: number
}

/** The share of a bar's space that stays empty. */
const gap = 0.2
const cornerPx = 3
const labelPx = 68
const tickCount = 4

/**
 * Returns evenly spaced round values from zero to the maximum or slightly above it. They are whole numbers, because
 * clicks are whole numbers.
 */
export function computeAxisTicks(max: number): number[] {
  const rough = Math.max(max, tickCount) / tickCount
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough && Number.isInteger(size)) ?? 10 * magnitude
  return Array.from({ length: Math.ceil(Math.max(max, tickCount) / step) + 1 }, (_, index) => index * step)
}

/**
 * Returns how many intervals one label stands for. For example, 3 means that there is room for a label at every third
 * interval.
 */
export function computeLabelStep(count: number, widthPx: number): number {
  return Math.max(1, Math.ceil((count * labelPx) / Math.max(1, widthPx)))
}

/**
 * Returns a path of bars with rounded tops. Each part is a bar's height as a share of the plot's height; a part of zero
 * has no bar. `narrowing` is the bars' width as a share of the usual width.
 */
export function toBarsPath(parts: readonly number[], plot: Plot, narrowing = 1): string {
  const stepPx = plot.width / Math.max(1, parts.length)
  const barPx = Math.min(stepPx * (1 - gap), computeMaxBarPx(parts.length)) * narrowing
  const bottom = plot.top + plot.height
  return parts
    .map((part, index) => {
      if (part <= 0) return ''
      const heightPx = Math.max(1, part * plot.height)
      const corner = Math.min(cornerPx, heightPx, barPx / 2)
      const left = plot.left + stepPx * (index + 0.5) - barPx / 2
      const [rise, across] = [heightPx - corner, barPx - 2 * corner].map(roundPx)
      const arc = roundPx(corner)
      return `M${roundPx(left)} ${roundPx(bottom)}v-${rise}q0-${arc} ${arc}-${arc}h${across}q${arc} 0 ${arc} ${arc}v${rise}z`
    })
    .join('')
}

/** Returns the maximum width of a bar in pixels. If there are few bars, they can be wider. */
function computeMaxBarPx(count: number): number {
  if (count <= 3) return 112
  return count <= 14 ? 48 : 26
}

function roundPx(px: number): number {
  return Math.round(px * 100) / 100
}
