import { Fragment, type ReactNode } from 'react'

const placeholders = /\{(\w+)\}/

export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return splitText(text)
    .map(({ literal, name }) => literal + (values[name] ?? ''))
    .join('')
}

/** A text whose placeholders are replaced by elements. */
export function FilledText({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) {
  return splitText(text).map(({ literal, name }) => (
    <Fragment key={literal + name}>
      {literal}
      {values[name]}
    </Fragment>
  ))
}

/** Returns each literal part with the name of the placeholder that follows it. The last part has an empty name. */
function splitText(text: string): { literal: string; name: string }[] {
  const parts = text.split(placeholders)
  return Array.from({ length: Math.ceil(parts.length / 2) }, (_, nth) => ({
    literal: parts[2 * nth] ?? '',
    name: parts[2 * nth + 1] ?? '',
  }))
}
