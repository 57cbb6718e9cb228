import { fillText } from '../../texts/fill-text.tsx'
import type { ShopName } from '../shop-names.ts'

interface ShopLabelProps {
  /** The text of the button, with a placeholder for the shop's name. */
  label: string
  name: ShopName
  /** The mark of an ad next to the label. */
  mark: string
  /** Whether the layout shows only the shop's name on a phone. */
  isBrief: boolean
}

/**
 * The label of a button to a shop, in one line. The page shows the first text that fits: the label with the shop's full
 * name, the label with its short name, or the short name alone.
 */
export function ShopLabel({ label, name: { full, short }, mark, isBrief }: ShopLabelProps) {
  const whole = fillText(label, { shop: full })
  if (computeTextWidth(whole + mark) <= shortLabelWidth && !isBrief) return whole
  const shortened = fillText(label, { shop: short })
  return <Fitting text={whole} otherwise={shortened === whole ? short : <Fitting text={shortened} otherwise={short} />} />
}

/**
 * A text, or a shorter text if the text does not fit in one line. If the text does not fit, it wraps to a second line,
 * which is hidden. The shorter text then grows from a width of 0 to the width of the first line. Screen readers skip
 * the shorter text.
 */
function Fitting({ text, otherwise }: { text: string; otherwise: React.ReactNode }) {
  return (
    <span className="fit">
      <span aria-hidden="true">{otherwise}</span>
      <span>{text}</span>
    </span>
  )
}

/** Maximum width of a label with its ad mark, in Latin letters. This width fits on the button of every card. */
const shortLabelWidth = 17

/** Returns the width in Latin letters. A Japanese letter counts as two. */
function computeTextWidth(text: string): number {
  return text.length + (text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0)
}
