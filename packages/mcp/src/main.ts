import { runProgram } from './program.ts'

const code = await runProgram(process.argv.slice(2))
if (code !== null) process.exitCode = code
