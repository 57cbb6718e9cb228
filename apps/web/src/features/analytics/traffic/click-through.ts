import { showPercent } from '../../../ui/formats/numbers.ts'

/** Returns a percentage; a dash without views. */
export function showClickThrough(clickThrough: number | null): string {
  return clickThrough === null ? '–' : showPercent(clickThrough, 1)
}
