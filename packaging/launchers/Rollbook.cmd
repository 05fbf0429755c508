@echo off
rem Starts Rollbook and opens its console in the browser. Words after it are a command: Rollbook.cmd backup FILE
rem No line has a parenthesised block: the path of this folder may contain a parenthesis, which would end the block.
setlocal EnableExtensions DisableDelayedExpansion
if not exist "%~dp0node\node.exe" goto incomplete
"%~dp0node\node.exe" --max-semi-space-size=8 --v8-pool-size=1 "%~dp0app\cli\start-unpacked.js" %*
set "code=%errorlevel%"
rem After a double click, the window would close before anybody has read why.
if "%~1"=="" if not "%code%"=="0" pause
exit /b %code%

:incomplete
echo Unpack the whole archive first. Then start Rollbook.cmd in the unpacked folder.
pause
exit /b 1
