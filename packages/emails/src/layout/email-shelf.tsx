import { pageColors } from '@linkshelf/contract'

const books = [
  { width: 12, height: 30 },
  { width: 8, height: 22 },
  { width: 14, height: 34 },
  { width: 9, height: 26, isBrand: true },
  { width: 13, height: 31 },
  { width: 8, height: 20 },
]

/**
 * Books that stand on the card, drawn with table cells like the logo. Every email program shows the cells, and no
 * program has to request a picture.
 */
export function EmailShelf() {
  return (
    <table
      cellPadding={0}
      cellSpacing={0}
      border={0}
      role="presentation"
      data-skip-in-text={true}
      align="right"
      style={{ marginRight: 28 }}
    >
      <tbody>
        <tr>
          {books.map((book) => (
            <td key={`${book.width} ${book.height}`} valign="bottom" style={{ paddingRight: 3, lineHeight: 0, fontSize: 0 }}>
              <Book {...book} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Book({ width, height, isBrand = false }: (typeof books)[number]) {
  const color = isBrand ? pageColors.light.brand : pageColors.light.book
  return (
    <table cellPadding={0} cellSpacing={0} border={0} role="presentation">
      <tbody>
        <tr>
          <td
            className={isBrand ? 'brand-book' : 'book'}
            width={width}
            height={height}
            style={{ width, height, borderRadius: '3px 3px 0 0', backgroundColor: color, lineHeight: 0, fontSize: 0 }}
          />
        </tr>
      </tbody>
    </table>
  )
}
