import { buttonColors } from '@linkshelf/contract'
import { styles } from './email-style.ts'

/**
 * Three books on a shelf, drawn with boxes. Email programs do not show SVG, and the request for a picture would reveal
 * when the email is read.
 */
export function EmailLogo() {
  return (
    <table cellPadding={0} cellSpacing={0} border={0} role="presentation" data-skip-in-text={true} style={{ margin: '0 0 16px 4px' }}>
      <tbody>
        <tr>
          <td
            width={32}
            height={32}
            align="center"
            style={{ borderRadius: 9, backgroundColor: buttonColors.ground, lineHeight: 0, fontSize: 0, verticalAlign: 'middle' }}
          >
            <div style={{ height: 10, marginTop: 2 }}>
              <Book height={10} />
              <Book height={7} />
              <Book height={9} color="#8ff0cf" />
            </div>
            <div style={{ width: 17, height: 3, margin: '2px auto 0', borderRadius: 2, backgroundColor: '#ffffff' }} />
          </td>
          <td className="brand" style={{ ...styles.brand, paddingLeft: 10 }}>
            Linkshelf
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Book({ height, color = '#ffffff' }: { height: number; color?: string }) {
  return (
    <span
      style={{
        display: 'inline-block',
        width: 3,
        height,
        margin: '0 1px',
        borderRadius: 2,
        backgroundColor: color,
        verticalAlign: 'bottom',
      }}
    />
  )
}
