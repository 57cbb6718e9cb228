import { styles } from '../layout/email-style.ts'
import { toDifference } from './numbers.ts'

export interface SummarizedLink {
  title: string | null
  /** The short URL. */
  url: string
  clicks: number
  clicksBefore: number
}

const numeric = { ...styles.cell, width: 64, textAlign: 'right' } as const

/** A table in plain text too. */
export function LinkTable({ links }: { links: readonly SummarizedLink[] }) {
  return (
    <table className="figures" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ borderCollapse: 'collapse' }}>
      <thead>
        <tr>
          <th className="head-cell" align="left" style={styles.headCell}>
            Top links
          </th>
          <th className="head-cell" align="right" style={styles.headCell}>
            Clicks
          </th>
          <th className="head-cell" align="right" style={styles.headCell}>
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {links.map(({ title, url, clicks, clicksBefore }) => (
          <tr key={url}>
            <td className="cell" style={{ ...styles.cell, paddingRight: 12 }}>
              {title ?? toShownUrl(url)}
              {title !== null && (
                <>
                  <br />
                  <span className="note" style={styles.detail}>
                    {toShownUrl(url)}
                  </span>
                </>
              )}
            </td>
            <td className="cell" style={numeric}>
              {clicks.toLocaleString('en')}
            </td>
            <td className="cell" style={numeric}>
              {toDifference(clicks, clicksBefore)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function toShownUrl(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
