import { Button, Heading, Link, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import { styles } from './email-style.ts'

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="text" style={styles.text}>
      {children}
    </Text>
  )
}

export function Subheading({ children }: { children: ReactNode }) {
  return (
    <Heading as="h2" className="heading" style={styles.subheading}>
      {children}
    </Heading>
  )
}

/** The main number of an email. */
export function Figure({ isMoney = false, children }: { isMoney?: boolean; children: ReactNode }) {
  return (
    <Text className={isMoney ? 'money' : 'text'} style={isMoney ? styles.money : styles.figure}>
      {children}
    </Text>
  )
}

/** The main action of an email. Plain text has the label with the URL below it. */
export function ActionButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <div style={{ margin: '24px 0 4px' }}>
      <Button className="button" href={href} style={styles.button}>
        {children}
      </Button>
    </div>
  )
}

/** Less important text below the action. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Text className="note" style={styles.note}>
      {children}
    </Text>
  )
}

export function TextLink({ href, children = href }: { href: string; children?: ReactNode }) {
  return (
    <Link className="link" href={href} style={styles.link}>
      {children}
    </Link>
  )
}

/** Text of a user, with its line breaks. */
export function Quote({ children }: { children: string }) {
  return (
    <Text className="text quote" style={{ ...styles.text, whiteSpace: 'pre-wrap' }}>
      {children}
    </Text>
  )
}
