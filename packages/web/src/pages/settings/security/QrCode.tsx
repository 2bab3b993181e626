import type { ReactNode } from 'react'
import { encode } from 'uqr'

const SIZE_PX = 192

/** A text as a QR code, drawn in this browser: always dark on light, because readers need it so. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  // Four empty modules around it are the standard's quiet zone.
  const { data, size } = encode(text, { border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={SIZE_PX}
      height={SIZE_PX}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" />
    </svg>
  )
}
