# SPDX-License-Identifier: Apache-2.0
# What the page carries: Chart.js from Debian, our style sheet and script, and the licences, embedded into the program.
find_file(HOPVEIL_CHART_JS chart.min.js PATH_SUFFIXES share/javascript/chart.js)
if(NOT HOPVEIL_CHART_JS)
  message(FATAL_ERROR "Chart.js was not found: install libjs-chart.js (scripts/setup does), or set HOPVEIL_CHART_JS to its chart.min.js.")
endif()

set(asset_folder "${PROJECT_SOURCE_DIR}/src/report/assets")
set(asset_source "${HOPVEIL_GENERATED}/report/assets.cc")
set(asset_list "kChartJs=${HOPVEIL_CHART_JS}")
set(asset_files "${HOPVEIL_CHART_JS}")
foreach(asset kChartJsLicence=chart_js_licence.txt kReportCss=report.css kBaseJs=base.js kMarksJs=marks.js
    kPanelJs=panel.js kSwitchesJs=switches.js kExplorerJs=explorer.js kPageJs=page.js)
  string(REPLACE "=" "=${asset_folder}/" entry "${asset}")
  string(APPEND asset_list "|${entry}")
  string(REGEX REPLACE "^[^=]*=" "" file "${entry}")
  list(APPEND asset_files "${file}")
endforeach()

file(MAKE_DIRECTORY "${HOPVEIL_GENERATED}/report")
add_custom_command(
  OUTPUT "${asset_source}"
  COMMAND "${CMAKE_COMMAND}" -D "OUTPUT=${asset_source}" -D "HEADER=report/assets.h" -D "FILES=${asset_list}"
    -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
  DEPENDS ${asset_files} "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
  COMMENT "Embedding the report's assets"
  VERBATIM)
target_sources(hopveil_report PRIVATE "${asset_source}")
