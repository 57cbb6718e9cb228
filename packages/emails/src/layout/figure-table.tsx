import { styles } from './email-style.ts'

export interface FigureRow {
  key: string
  name: string
  /** Text below the name. */
  detail?: string | undefined
  /** The numbers as text, one per column. */
  figures: readonly string[]
}

interface FigureTableProps {
  /** The header of the column of names. */
  title: string
  /** The headers of the columns of numbers. */
  columns: readonly string[]
  rows: readonly FigureRow[]
}

const numeric = { ...styles.cell, width: 64, textAlign: 'right' } as const

/** A table of names and numbers. It is a table in the plain text too. */
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

/** Removes the scheme from a short URL. */
export function toShownUrl(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
