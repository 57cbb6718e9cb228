import { Skeleton, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { Card } from './card.tsx'
import classes from './titled-card.module.css'

interface TitledCardProps {
  title: string
  /** The purpose of the card, in a sentence or two. */
  description: React.ReactNode
  action?: React.ReactNode
  /** Shown below the title, from edge to edge. */
  children?: React.ReactNode
}

/** A card with a title, a description and an action beside them. */
export function TitledCard({ title, description, action, children }: TitledCardProps) {
  return (
    <Card p={0}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </div>
        {action}
      </div>
      {children}
    </Card>
  )
}

/** The rows of a card, each an `IconRow`. */
export function IconRows({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  )
}

interface IconRowProps {
  icon: React.ReactNode
  name: React.ReactNode
  /** Shown below the name. */
  children: React.ReactNode
  buttons?: React.ReactNode
}

export function IconRow({ icon, name, children, buttons }: IconRowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.about}>
        <div className={classes.name}>{name}</div>
        {children}
      </div>
      {buttons && <div className={classes.buttons}>{buttons}</div>}
    </li>
  )
}

/** Renders short facts in one line. If they need several lines, the lines break between facts. */
export function Facts({ children }: { children: readonly string[] }) {
  return children.map((fact, index) => (
    <Fragment key={fact}>
      <span className={classes.fact}>
        {fact}
        {index < children.length - 1 && ' ·'}
      </span>{' '}
    </Fragment>
  ))
}

/** The skeleton is as high as a card with one row. */
export function TitledCardSkeleton() {
  return (
    <Card h={172} role="status" aria-label="Loading">
      <Skeleton height={24} maw={140} mb={14} />
      <Skeleton height={14} maw={300} mb={44} />
      <Skeleton height={40} maw={360} />
    </Card>
  )
}
