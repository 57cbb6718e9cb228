import { useEffect, useState } from 'react'

const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const minuteMs = 60_000
const units = [
  { unit: 'year', ms: 365 * 24 * 60 * minuteMs },
  { unit: 'month', ms: 30 * 24 * 60 * minuteMs },
  { unit: 'day', ms: 24 * 60 * minuteMs },
  { unit: 'hour', ms: 60 * minuteMs },
  { unit: 'minute', ms: minuteMs },
] as const

/**
 * The time since an instant in its largest unit: "3 hours ago". Less than a minute ago, or in the future because clocks
 * differ, is "Just now".
 */
export function showTimeAgo(instant: string, nowMs: number): string {
  const agoMs = nowMs - new Date(instant).getTime()
  const fitting = units.find(({ ms }) => agoMs >= ms)
  return fitting === undefined ? 'Just now' : inWords.format(-Math.floor(agoMs / fitting.ms), fitting.unit)
}

/** The current time in milliseconds; rerenders every minute. */
export function useMinute() {
  const [nowMs, setNowMs] = useState(Date.now)

  useEffect(() => {
    const clock = setInterval(() => setNowMs(Date.now()), minuteMs)
    return () => clearInterval(clock)
  }, [])

  return nowMs
}
