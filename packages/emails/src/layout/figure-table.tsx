import { styles } from './email-style.ts'

export interface FigureRow {
  key: string
  name: string
  /** The text below the name. */
  detail?: string | undefined
  /** Numbers as shown, one for each column. */
  figures: readonly string[]
}

interface FigureTableProps {
  /** The header of the names. */
  title: string
  /** The headers of the numbers. */
  columns: readonly string[]
  rows: readonly FigureRow[]
}

const numeric = { ...styles.cell, width: 64, textAlign: 'right' } as const

/** Names with numbers; a table in plain text too. */
export function FigureTable({ title, columns, rows }: FigureTableProps) {
  return (
    <table className="figures" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ borderCollapse: 'collapse' }}>
      <thead>
        <tr>
          <th className="head-cell" align="left" style={styles.headCell}>
            {title}
          </th>
          {columns.map((column) => (
            <th key={column} className="head-cell" align="right" style={styles.headCell}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, detail, figures }) => (
          <tr key={key}>
            <td className="cell" style={{ ...styles.cell, paddingRight: 12 }}>
              {name}
              {detail !== undefined && (
                <>
                  <br />
                  <span className="note" style={styles.detail}>
                    {detail}
                  </span>
                </>
              )}
            </td>
            {columns.map((column, nth) => (
              <td key={column} className="cell" style={numeric}>
                {figures[nth]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A short URL without its scheme. */
export function toShownUrl(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
