import { buttonColors, fontFamily, pageColors } from '@linkshelf/contract'
import type { CSSProperties } from 'react'

const { light, dark } = pageColors

const figure = {
  margin: '0 0 12px',
  fontSize: 32,
  lineHeight: '38px',
  fontWeight: 700,
  letterSpacing: '-0.02em',
  color: light.text,
} as const

/** The light theme as inline styles, because some email programs remove style sheets. */
export const styles = {
  page: { margin: 0, padding: '32px 12px', backgroundColor: light.page, color: light.text, fontFamily, fontSize: 16, lineHeight: '26px' },
  column: { maxWidth: 560, margin: '0 auto' },
  brand: { color: light.text, fontSize: 18, fontWeight: 700, letterSpacing: '-0.02em', textDecoration: 'none' },
  card: { padding: '32px 28px', border: `1px solid ${light.line}`, borderRadius: 16, backgroundColor: light.card },
  heading: { margin: '0 0 20px', fontSize: 24, lineHeight: '30px', fontWeight: 700, letterSpacing: '-0.02em', color: light.text },
  subheading: { margin: '28px 0 8px', fontSize: 16, lineHeight: '24px', fontWeight: 700, color: light.text },
  text: { margin: '0 0 16px', fontSize: 16, lineHeight: '26px', color: light.text, overflowWrap: 'anywhere' },
  note: { margin: '24px 0 0', fontSize: 14, lineHeight: '22px', color: light.soft, overflowWrap: 'anywhere' },
  small: { margin: '0 0 4px', fontSize: 13, lineHeight: '20px', color: light.soft },
  link: { color: light.brand, textDecoration: 'underline' },
  button: {
    padding: '13px 22px',
    borderRadius: 10,
    backgroundColor: buttonColors.ground,
    color: buttonColors.text,
    fontSize: 16,
    fontWeight: 600,
    textDecoration: 'none',
  },
  headCell: { padding: '0 0 8px', borderBottom: `1px solid ${light.line}`, fontSize: 13, fontWeight: 600, color: light.soft },
  cell: {
    padding: '10px 0',
    borderBottom: `1px solid ${light.line}`,
    fontSize: 15,
    lineHeight: '22px',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  detail: { fontSize: 13, color: light.soft },
  figure,
  money: { ...figure, color: light.money },
} as const satisfies Record<string, CSSProperties>

/**
 * The dark theme, and less padding on phones. It only works in email programs that support style sheets. Its classes
 * are used in the layout and its parts.
 */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page,.page>table>tbody>tr>td{background-color:${dark.page}!important}
.page,.text,.heading,.brand,.cell{color:${dark.text}!important}
.card{background-color:${dark.card}!important;border-color:${dark.line}!important}
.note,.small,.head-cell{color:${dark.soft}!important}
.link{color:${dark.brand}!important}
.money{color:${dark.money}!important}
.book{background-color:${dark.book}!important}
.brand-book{background-color:${dark.brand}!important}
.cell,.head-cell{border-color:${dark.line}!important}
}
@media (max-width:480px){.card{padding:24px 18px!important}}
`
