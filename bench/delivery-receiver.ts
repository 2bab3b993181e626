import { createServer, type AddressInfo } from 'node:net'

// A child of the bench: answers every request with 200 and the same two bytes, and does as little else as it can.
const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok')
const HEAD_END = Buffer.from('\r\n\r\n')

const server = createServer({ noDelay: true }, (socket) => {
  let bytes: Buffer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (part: Buffer) => {
    bytes = bytes.length > 0 ? Buffer.concat([bytes, part]) : part
    for (;;) {
      const end = bytes.indexOf(HEAD_END)
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1] ?? 0)
      const whole = end + HEAD_END.length + length
      if (bytes.length < whole) return
      bytes = bytes.subarray(whole)
      socket.write(ANSWER)
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  // Listening on a port gives an address with a port, never a pipe's name.
  process.send?.({ port: (server.address() as AddressInfo).port })
})
process.on('disconnect', () => process.exit(0))
