import { scaleLinear, scalePoint } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { dayText } from '../format/times.ts'
import styles from './LineChart.module.css'
import { useWidth } from './use-width.ts'

export type LinePoint = { value: number | null; low?: number | null; high?: number | null }
export type LineSeries = { name: string; color: string; points: readonly LinePoint[]; isMain?: boolean }
/** Something that may have moved the numbers on a day. */
export type LineMark = { day: string; label: string }

type Props = {
  /** What is read out for the drawing; the sentence beside it says the same in words. */
  label: string
  days: readonly string[]
  series: readonly LineSeries[]
  marks?: readonly LineMark[]
  /** Upper end of the axis; the lower one is 0. */
  max: number
  unit?: string
  height?: number
}

const MARGIN = { top: 12, right: 12, bottom: 26, left: 34 }

/** Lines over days, one of them with its interval. Arrow keys walk along the days. */
export function LineChart({ label, days, series, marks = [], max, unit = '', height = 260 }: Props): ReactNode {
  const [frame, width] = useWidth<HTMLDivElement>(640)
  const [at, setAt] = useState<number | null>(null)
  const x = scalePoint<number>(days.keys(), [MARGIN.left, Math.max(width - MARGIN.right, MARGIN.left + 1)])
  const y = scaleLinear([0, max], [height - MARGIN.bottom, MARGIN.top])
  const place = (index: number): number => x(index) ?? 0

  const onPointer = (event: PointerEvent<SVGSVGElement>): void => {
    const inside = event.clientX - event.currentTarget.getBoundingClientRect().left
    setAt(nearest(days.length, (inside - MARGIN.left) / Math.max(width - MARGIN.left - MARGIN.right, 1)))
  }
  const onKey = (event: KeyboardEvent): void => {
    const next = walked(event.key, at, days.length)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }

  return (
    <div ref={frame} className={styles['frame']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys walk along its days */}
      <svg
        // Paper may be narrower than the screen it was drawn for.
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={label}
        tabIndex={0}
        onPointerMove={onPointer}
        onPointerLeave={() => setAt(null)}
        onKeyDown={onKey}
        onBlur={() => setAt(null)}
      >
        <Grid days={days} place={place} y={y} width={width} height={height} max={max} />
        {marks.map((mark, index) => (
          <Mark
            key={index}
            mark={mark}
            x={place(days.indexOf(mark.day))}
            top={MARGIN.top}
            bottom={height - MARGIN.bottom}
          />
        ))}
        {series.map((one) => (
          <Series key={one.name} series={one} place={place} y={y} />
        ))}
        {at !== null && (
          <line
            className={styles['cursor']}
            x1={place(at)}
            x2={place(at)}
            y1={MARGIN.top}
            y2={height - MARGIN.bottom}
          />
        )}
      </svg>
      {at !== null && (
        <Reading days={days} series={series} marks={marks} at={at} unit={unit} x={place(at)} width={width} />
      )}
    </div>
  )
}

type Scale = (value: number) => number

function Grid({
  days,
  place,
  y,
  width,
  height,
  max,
}: {
  days: readonly string[]
  place: Scale
  y: Scale
  width: number
  height: number
  max: number
}): ReactNode {
  const steps = [0, max / 4, max / 2, (max * 3) / 4, max]
  const every = Math.max(1, Math.ceil(days.length / Math.max(2, Math.floor(width / 96))))
  return (
    <g aria-hidden="true">
      {steps.map((step) => (
        <g key={step}>
          <line className={styles['grid']} x1={MARGIN.left} x2={width - MARGIN.right} y1={y(step)} y2={y(step)} />
          <text className={styles['tick']} x={MARGIN.left - 8} y={y(step)} dy="0.32em" textAnchor="end">
            {Math.round(step)}
          </text>
        </g>
      ))}
      {days.map((day, index) =>
        (days.length - 1 - index) % every === 0 ? (
          <text
            key={day}
            className={styles['tick']}
            x={place(index)}
            y={height - 6}
            textAnchor={index === days.length - 1 && days.length > 1 ? 'end' : index === 0 ? 'start' : 'middle'}
          >
            {dayText(day)}
          </text>
        ) : null,
      )}
    </g>
  )
}

function Series({ series, place, y }: { series: LineSeries; place: Scale; y: Scale }): ReactNode {
  const points = series.points.map((point, index) => ({ ...point, index }))
  const drawn = line<(typeof points)[number]>(
    ({ index }) => place(index),
    ({ value }) => y(value ?? 0),
  )
    .defined(({ value }) => value !== null)
    .curve(curveMonotoneX)
  const band = area<(typeof points)[number]>()
    .x(({ index }) => place(index))
    .y0(({ low }) => y(low ?? 0))
    .y1(({ high }) => y(high ?? 0))
    .defined(({ low, high }) => low != null && high != null)
    .curve(curveMonotoneX)
  const last = points.findLast(({ value }) => value !== null)
  return (
    <g aria-hidden="true">
      <path className={styles['band']} d={band(points) ?? ''} fill={series.color} />
      <path
        className={series.isMain ? styles['mainLine'] : styles['line']}
        d={drawn(points) ?? ''}
        stroke={series.color}
      />
      {last && <circle cx={place(last.index)} cy={y(last.value ?? 0)} r={series.isMain ? 4 : 3} fill={series.color} />}
    </g>
  )
}

function Mark({ mark, x, top, bottom }: { mark: LineMark; x: number; top: number; bottom: number }): ReactNode {
  return (
    <g className={styles['mark']}>
      <title>{mark.label}</title>
      <line x1={x} x2={x} y1={top + 8} y2={bottom} />
      <path d={`M${x - 4} ${top} h8 l-4 7z`} />
    </g>
  )
}

type ReadingProps = {
  days: readonly string[]
  series: readonly LineSeries[]
  marks: readonly LineMark[]
  at: number
  unit: string
  x: number
  width: number
}

function Reading({ days, series, marks, at, unit, x, width }: ReadingProps): ReactNode {
  const day = days[at] ?? ''
  const isRight = x > width / 2
  return (
    <div
      className={styles['reading']}
      role="status"
      style={isRight ? { right: `${width - x + 10}px` } : { left: `${x + 10}px` }}
    >
      <p className={styles['day']}>{dayText(day)}</p>
      {series.map(({ name, color, points }) => {
        const { value, low, high } = points[at] ?? { value: null }
        return (
          <p key={name} className={styles['row']}>
            <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
              <circle cx="4" cy="4" r="4" fill={color} />
            </svg>
            <span className={styles['name']}>{name}</span>
            <span className="numeric">
              {value === null ? 'no answers' : `${Math.round(value)}${unit}`}
              {low != null && high != null && ` [${Math.round(low)}–${Math.round(high)}]`}
            </span>
          </p>
        )
      })}
      {marks
        .filter((mark) => mark.day === day)
        .map(({ label }) => (
          <p key={label} className={styles['note']}>
            ▾ {label}
          </p>
        ))}
    </div>
  )
}

const nearest = (count: number, share: number): number =>
  Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))))

function walked(key: string, at: number | null, count: number): number | null | undefined {
  if (key === 'Escape') return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowLeft') return Math.max(0, (at ?? count) - 1)
  if (key === 'ArrowRight') return Math.min(count - 1, (at ?? -1) + 1)
  return undefined
}
