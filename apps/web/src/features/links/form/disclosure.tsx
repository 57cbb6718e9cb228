import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './link-fields.module.css'

interface DisclosureProps {
  label: string
  isOpenAtFirst?: boolean
  'data-autofocus'?: boolean | undefined
  children: React.ReactNode
}

/**
 * A section of the form that is closed until the user opens it, or until one of its fields has an error and gets the
 * focus. Its content is rendered when it is opened first, and then stays.
 */
export function Disclosure({ label, isOpenAtFirst = false, children, ...summary }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [wasOpened, setOpened] = useState(isOpenAtFirst)
  return (
    <details
      className={classes.disclosure}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) setOpened(true)
      }}
    >
      <summary {...summary} className={classes.summary}>
        <IconChevronDown aria-hidden size={16} stroke={1.8} />
        {label}
      </summary>
      {wasOpened && children}
    </details>
  )
}
